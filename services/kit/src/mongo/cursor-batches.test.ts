import { expect, it } from "vitest";
import { readInBatches } from "./cursor-batches.ts";

const reader = (rows: string[]) => {
  const inBatches = readInBatches((row: string) => row);
  return () =>
    inBatches(2, (after = "") => Promise.resolve(rows.filter((row) => row > after).slice(0, 2)));
};

it("reaches every row even if none leaves the list, then starts over", async () => {
  const read = reader(["a", "b", "c", "d", "e"]);
  const seen = [await read(), await read(), await read(), await read()];
  expect(seen).toEqual([["a", "b"], ["c", "d"], ["e"], ["a", "b"]]);
});

it("skips no row when earlier rows have left the list", async () => {
  const rows = ["a", "b", "c", "d", "e"];
  const read = reader(rows);
  const seen: string[] = [];
  for (let call = 0; call < 3; call += 1)
    for (const row of await read()) {
      seen.push(row);
      rows.splice(rows.indexOf(row), 1);
    }
  expect(seen).toEqual(["a", "b", "c", "d", "e"]);
});

it("starts over at once when no row follows the last batch", async () => {
  const rows = ["a", "b"];
  const read = reader(rows);
  expect(await read()).toEqual(["a", "b"]);
  expect(await read()).toEqual(["a", "b"]);
  rows.splice(0, 1);
  expect(await read()).toEqual(["b"]);
  rows.splice(0, 1);
  expect(await read()).toEqual([]);
});
