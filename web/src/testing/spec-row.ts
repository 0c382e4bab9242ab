import type { JsonBodyType } from "msw";

/** One screen of the specification: how to reach it and every text that it shows. */
export type SpecRow = {
  name: string;
  path: string;
  /** The signed-in user; a visitor by default. */
  as?: "user" | "user without email" | "admin";
  /** Responses besides the usual ones by path: body and status. */
  given?: Record<string, readonly [JsonBodyType, number?]>;
  /** A path without a response. */
  silent?: string;
  /** Whether the browser refuses to leave the page. */
  stuck?: boolean;
  /** Steps in this order: open tabs, choose a radio, fill fields, agree to the terms, press buttons. */
  open?: readonly string[];
  choose?: RegExp;
  fill?: Record<string, string>;
  tick?: boolean;
  press?: readonly string[];
  /** A field in which Enter is pressed. */
  enter?: string;
  says: readonly string[];
  /** Texts that the screen does not show. */
  lacks?: readonly string[];
  /** Delays of the timers that the screen starts, in milliseconds. */
  waitsMs?: readonly number[];
  /** Duration of the toast in milliseconds, if it is not the usual one. */
  lastsMs?: number;
};
