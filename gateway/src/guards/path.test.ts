import { expect, it } from "vitest";
import { checkedPath } from "./path.ts";

it.each([
  ["/", "/"],
  ["/api/user?x=..//%2e", "/api/user"],
  ["/assets/index-Ab_1--.js", "/assets/index-Ab_1--.js"],
  ["/caf%C3%A9", "/caf%C3%A9"],
])("reads the path of %s as %s", (target, path) => {
  expect(checkedPath(target)).toBe(path);
});

it.each(["", "*", "api", "http://a/", "//a", "/a//b", "/..", "/a\\b", "/\0", "/%2E", "/%2f"])(
  "refuses the path %j",
  (target) => {
    expect(() => checkedPath(target)).toThrow("The path of this request is not allowed.");
  },
);
