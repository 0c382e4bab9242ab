import type { JsonBodyType } from "msw";

/** One place of the specification: how to get there, and every text that must stand there then. */
export type SpecRow = {
  name: string;
  path: string;
  /** Who is signed in; nobody unless said. */
  as?: "user" | "user without email" | "admin";
  /** Answers of posts and gets besides the usual ones, by path: body and status. */
  given?: Record<string, readonly [JsonBodyType, number?]>;
  /** A path that never answers. */
  silent?: string;
  /** Whether the browser refuses to leave the page. */
  stuck?: boolean;
  /** Tabs opened, a radio chosen, fields filled, the terms agreed to, buttons pressed: in this order. */
  open?: readonly string[];
  choose?: RegExp;
  fill?: Record<string, string>;
  tick?: boolean;
  press?: readonly string[];
  /** A field in which Enter is pressed. */
  enter?: string;
  says: readonly string[];
  /** What must not stand there once the rest does. */
  lacks?: readonly string[];
  /** After how many milliseconds something must be due. */
  waitsMs?: readonly number[];
  /** How long the notice must stay, where that is not the usual time. */
  lastsMs?: number;
};
