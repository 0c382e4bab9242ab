import { join } from "node:path";
import { expect, it } from "vitest";
import { noticesOf } from "./third-party-notices.ts";

const modules = join(import.meta.dirname, "../../node_modules");

it("the notices contain the license of each package in the bundle once, and those of the fonts", () => {
  const notices = noticesOf([
    `${modules}/react/index.js`,
    `${modules}/react/cjs/react.production.js`,
    `\0${modules}/@chakra-ui/react/dist/esm/index.js?commonjs`,
    join(import.meta.dirname, "../src/main.tsx"),
    "\0vite/preload-helper.js",
  ]);
  expect(notices.match(/^react \d+\.\d+\.\d+ \(MIT\)$/gm)).toHaveLength(1);
  expect(notices).toMatch(/^@chakra-ui\/react \d+\.\d+\.\d+ \(MIT\)$/m);
  expect(notices).toContain("Copyright (c) Meta Platforms");
  expect(notices.match(/^Font .+$/gm)).toEqual(["Font geist-mono", "Font orbline-sans"]);
  expect(notices).toContain("SIL OPEN FONT LICENSE Version 1.1");
});
