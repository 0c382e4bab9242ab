import type { JsonBodyType } from "msw";

/** One place of the specification: how to get there, and every text that must stand there then. */
export type SpecRow = {
  name: string;
  path: string;
  /** Who is signed in; nobody unless said. */
  as?: "user" | "user without email" | "admin";
  /** Answers of posts and gets besides the usual ones, by path: body and status. */
  given?: Record<string, readonly [JsonBodyType, number?]>;
  /** Tabs, buttons and radios pressed in this order, before and after the fields are filled. */
  open?: readonly string[];
  fill?: Record<string, string>;
  tick?: boolean;
  press?: readonly string[];
  says: readonly string[];
};
