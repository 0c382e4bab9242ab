import { expect, it } from "vitest";
import { ticksAround } from "./ticks.ts";

it.each([
  [[], [0, 1]],
  [
    [0, 3],
    [0, 1, 2, 3],
  ],
  [
    [-268, 95],
    [-300, -200, -100, 0, 100],
  ],
  [[420_000], [0, 1_000_000]],
])("around %j stand %j", (values, ticks) => expect(ticksAround(values)).toEqual(ticks));
