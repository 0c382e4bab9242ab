import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  bool,
  integer,
  listOf,
  metadata,
  parseForm,
  parseParams,
  text,
  timeRange,
} from "./params.ts";

const schema = z.strictObject({
  flag: bool.optional(),
  count: integer(1, 5).optional(),
  mode: z.enum(["payment", "subscription"]).optional(),
  items: listOf(z.strictObject({ price: text() }), 2).optional(),
  metadata: metadata.optional(),
  created: timeRange.optional(),
});

const parse = (encoded: string) => parseParams(schema, parseForm(encoded));

const refusal = (encoded: string): unknown => {
  try {
    parse(encoded);
  } catch (error) {
    return error;
  }
  return "accepted";
};

describe("parseParams", () => {
  it("converts strings to the types of the schema", () => {
    expect(parse("flag=true&count=5&items[0][price]=a&items[1][price]=b&metadata[x]=y")).toEqual({
      flag: true,
      count: 5,
      items: [{ price: "a" }, { price: "b" }],
      metadata: { x: "y" },
    });
    expect(parse("created=7").created).toEqual({ gte: 7, lte: 7 });
    expect(parse("created[gt]=7").created).toEqual({ gt: 7 });
    expect(parse("metadata=").metadata).toBeNull();
  });

  it.each([
    ["other=1", "parameter_unknown", "other", /^Received unknown parameter: other$/],
    ["x=1&y=2", "parameter_unknown", "x", /^Received unknown parameters: x, y$/],
    [
      "items[0][size]=1&items[0][price]=a",
      "parameter_unknown",
      "items[0][size]",
      /items\[0\]\[size\]/,
    ],
    ["created[after]=1", "parameter_unknown", "created[after]", /created\[after\]/],
    ["items[0][x]=", "parameter_unknown", "items[0][x]", /unknown/],
    ["items[1]=a", undefined, "items[0]", /Invalid object/],
    ["count=", "parameter_invalid_empty", "count", /empty string/],
    ["count=1.5", "parameter_invalid_integer", "count", /^Invalid integer: 1\.5$/],
    ["count=6", undefined, "count", /Invalid count/],
    ["count[a]=1", undefined, "count", /^Invalid string$/],
    ["mode=setup", undefined, "mode", /^Invalid mode: must be one of payment, subscription$/],
    ["flag=yes", undefined, "flag", /^Invalid flag: must be one of true, false$/],
  ])("refuses %s", (encoded, code, param, message) => {
    expect(refusal(encoded)).toMatchObject({
      status: 400,
      code,
      param,
      message: expect.stringMatching(message) as unknown,
    });
  });

  it("names a missing parameter in the error", () => {
    const required = z.strictObject({ mode: text() });
    expect(() => parseParams(required, parseForm(""))).toThrow("Missing required param: mode.");
  });
});
