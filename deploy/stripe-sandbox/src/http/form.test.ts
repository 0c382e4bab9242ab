import { assert, dictionary, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { parseForm } from "./params.ts";

const plain = (encoded: string): unknown => JSON.parse(JSON.stringify(parseForm(encoded)));

describe("parseForm", () => {
  it("parses nested records and lists in bracket syntax", () => {
    expect(plain("a=1&b[c]=2&b[d][0]=3&b[d][1][e]=4")).toEqual({
      a: "1",
      b: { c: "2", d: { "0": "3", "1": { e: "4" } } },
    });
  });

  it("numbers the items of empty brackets", () => {
    expect(plain("expand[]=x&expand[]=y")).toEqual({ expand: { "0": "x", "1": "y" } });
  });

  it("decodes names and values and keeps empty values", () => {
    expect(plain("metadata%5Ba+b%5D=c%26d&e=")).toEqual({ metadata: { "a b": "c&d" }, e: "" });
  });

  it.each([
    ["a repeated name", "a=1&a=2"],
    ["a value that is also a record", "a=1&a[b]=2"],
    ["a record that is also a value", "a[b]=1&a=2"],
    ["a dangerous name", "constructor=1"],
    ["a dangerous inner name", "a[__proto__]=1"],
    ["broken brackets", "a[b=1"],
    ["no name", "[a]=1"],
    ["too many levels", "a[b][c][d][e][f][g][h][i]=1"],
  ])("refuses %s", (_what, encoded) => {
    expect(() => parseForm(encoded)).toThrow(/is invalid/);
  });

  it("parses every encoded flat record back to the same record", () => {
    const name = string({ minLength: 1 }).filter((text) => !/[[\]]/.test(text));
    const record = dictionary(
      name.filter((text) => !["__proto__", "constructor", "prototype"].includes(text)),
      string(),
      { noNullPrototype: true },
    );
    assert(
      property(record, (fields) => {
        expect(plain(new URLSearchParams(fields).toString())).toEqual(fields);
      }),
    );
  });
});
