import { expect, it } from "vitest";
import { newerCalls } from "./browsers.ts";

it.each([
  ["const{promise:a}=Promise.withResolvers()", ["Promise.withResolvers"]],
  ["[...Map.groupBy(a,b)]", ["Map.groupBy"]],
  ["c.values().map(d)", [".values().map"]],
  ["e.isSubsetOf(f);e.isSubsetOf(g)", [".isSubsetOf"]],
  ["Promise.withResolvers===void 0", []],
  ["myMap.groupBy(a)", []],
  ["Object.values(a).map(b)", []],
])("finds the calls in %j that old browsers lack", (code, calls) =>
  expect(newerCalls(code)).toEqual(calls),
);
