import { expect, it } from "vitest";
import { readInRounds } from "./rounds.ts";

const reader = (rows: string[]) => {
  const inRounds = readInRounds();
  return () => inRounds(2, (skip) => Promise.resolve(rows.slice(skip, skip + 2)));
};

it("reaches every row although none ever leaves the list, then begins again", async () => {
  const read = reader(["a", "b", "c", "d", "e"]);
  const seen = [await read(), await read(), await read(), await read()];
  expect(seen).toEqual([["a", "b"], ["c", "d"], ["e"], ["a", "b"]]);
});

it("begins again at once where nothing is left behind the last batch", async () => {
  const rows = ["a", "b"];
  const read = reader(rows);
  expect(await read()).toEqual(["a", "b"]);
  expect(await read()).toEqual(["a", "b"]);
  rows.splice(0, 1);
  expect(await read()).toEqual(["b"]);
  rows.splice(0, 1);
  expect(await read()).toEqual([]);
});
