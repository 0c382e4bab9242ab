import { expect, it } from "vitest";
import { parseOdds } from "./odds-input.ts";

it.each([
  ["+150", 150],
  ["150", 150],
  ["-110", -110],
  ["\u2212110", -110],
  [" +100 ", 100],
  ["2.5", 150],
  ["2,5", 150],
  ["2", 100],
  ["1.91", -110],
  ["3/2", 150],
  ["10 / 11", -110],
  ["1/1", 100],
  ["99", 9_800],
  ["+10000", 10_000],
])("reads the odds %j as %d", (text, odds) => expect(parseOdds(text)).toBe(odds));

it.each([
  "",
  "+",
  "+50",
  "-99",
  "1",
  "0.5",
  "1/0",
  "abc",
  "+150.5",
  "+10001",
  "1.001",
  "2.5.1",
  "3/",
])("does not read %j as odds", (text) => expect(parseOdds(text)).toBeUndefined());
