import { expect, it } from "vitest";
import { z } from "zod";
import { parseInput } from "./input.ts";

const schema = z.strictObject({
  limit: z.number().min(1).max(100).optional(),
  name: z.string().min(3, "The name must have three letters.").optional(),
});

it.each([
  [{ limit: 0 }, /^limit: Too small/],
  [{ limit: 101 }, /^limit: Too big/],
  [{ limit: "5" }, /^limit: Invalid input/],
  [{ name: "ab" }, /^The name must have three letters\.$/],
  [{ role: "admin" }, /role/],
])("refuses %j with a message that names the field", (input, message) => {
  expect(() => parseInput(schema, input)).toThrow(message);
});
