import { beforeEach, expect, it } from "vitest";
import { collect, pageErrors } from "./page-errors.ts";

/** An error as a browser makes it in a built file. */
const thrownIn = (place: string, message = "maria@example.com is not a function") => {
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}\n    at open (https://orbline.test${place})\n    at x (other.js:2:3)`;
  return error;
};

beforeEach(() => {
  pageErrors.length = 0;
});

it("keeps the class of an error and its place in the built files, and no text", () => {
  collect(thrownIn("/assets/home-1a2b3c4d.js:1:234"));
  expect(pageErrors).toEqual([{ name: "TypeError", at: "/assets/home-1a2b3c4d.js:1:234" }]);
});

it("keeps an error that was thrown elsewhere without its place", () => {
  collect(thrownIn("/predictions/prd_secret:1:2"));
  collect("a text that was thrown");
  expect(pageErrors).toEqual([{ name: "TypeError", at: "unknown" }]);
});

it("keeps an error that repeats once, and five at most", () => {
  for (let line = 1; line <= 9; line += 1) {
    collect(thrownIn(`/assets/home-1a2b3c4d.js:${line}:1`));
    collect(thrownIn(`/assets/home-1a2b3c4d.js:${line}:1`));
  }
  expect(pageErrors).toHaveLength(5);
});
