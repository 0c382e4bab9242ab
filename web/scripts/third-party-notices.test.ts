import { readFileSync } from "node:fs";
import { join } from "node:path";
import subsetFont from "subset-font";
import { expect, it } from "vitest";
import { noticesOf } from "./third-party-notices.ts";

const modules = join(import.meta.dirname, "../../node_modules");

const fonts = join(import.meta.dirname, "../src/theme/fonts");

it("writes the license of each package in the bundle once, and those of the fonts", () => {
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

it.each(["geist-mono", "orbline-sans"])("keeps the license in the font file %s", async (font) => {
  const file = readFileSync(join(fonts, `${font}.woff2`));
  const sfnt = await subsetFont(file, "A", {
    targetFormat: "sfnt",
    preserveNameIds: [14],
  });
  const address = Buffer.from("https://openfontlicense.org", "utf16le").swap16();
  expect(sfnt.includes(address)).toBe(true);
});
