import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import subsetFont from "subset-font";

/**
 * Builds the font files of the first paint: the characters, weights and widths that the interface uses.
 * The license of Mona Sans reserves its name for the original, so the subset has another name, in the style
 * sheet and in the file.
 */
const characters = `${String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 0x20 + index))}\u00A0§©·×–—‘’“”•…−`;
const folder = join(import.meta.dirname, "../src/theme/fonts");
const wght = { min: 400, max: 700 };

const sans = {
  file: "orbline-sans",
  from: import.meta
    .resolve("@fontsource-variable/mona-sans/files/mona-sans-latin-wdth-normal.woff2"),
  variationAxes: { wght, wdth: { min: 100, max: 122 } },
  rename: { from: "Mona", to: "Orbl" },
};

const fonts = [
  sans,
  {
    file: "geist-mono",
    from: import.meta
      .resolve("@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2"),
    // Numbers have one weight everywhere (text-styles.ts).
    variationAxes: { wght: 500 },
    rename: undefined,
  },
];

// Family, identifier, full name, PostScript name and typographic family. The copyright stays.
const ownNames = new Set([1, 3, 4, 6, 16]);

// The license and its address, which a subset drops by default.
const preserveNameIds = [13, 14];

const toUtf16 = (text: string) => Buffer.from(text, "utf16le").swap16();

function findTable(sfnt: Buffer, tag: string) {
  for (let entry = 12; entry < 12 + 16 * sfnt.readUInt16BE(4); entry += 16)
    if (sfnt.toString("latin1", entry, entry + 4) === tag) return sfnt.readUInt32BE(entry + 8);
  throw new Error(`The font has no table ${tag}.`);
}

/** Overwrites a font's name with one of the same length (OpenType, table `name`). */
function renameFont(sfnt: Buffer, { from, to }: { from: string; to: string }): Buffer {
  const table = findTable(sfnt, "name");
  const texts = table + sfnt.readUInt16BE(table + 4);
  for (let index = 0; index < sfnt.readUInt16BE(table + 2); index += 1) {
    const record = table + 6 + 12 * index;
    if (!ownNames.has(sfnt.readUInt16BE(record + 6))) continue;
    const start = texts + sfnt.readUInt16BE(record + 10);
    const text = sfnt.subarray(start, start + sfnt.readUInt16BE(record + 8));
    for (const write of [toUtf16, (name: string) => Buffer.from(name)]) {
      const at = text.indexOf(write(from));
      if (at !== -1) text.set(write(to), at);
    }
  }
  return sfnt;
}

await mkdir(folder, { recursive: true });
for (const { file, from, variationAxes, rename } of fonts) {
  const sfnt = await subsetFont(await readFile(new URL(from)), characters, {
    targetFormat: "sfnt",
    variationAxes,
    preserveNameIds,
  });
  const small = await subsetFont(rename ? renameFont(sfnt, rename) : sfnt, characters, {
    targetFormat: "woff2",
    preserveNameIds,
  });
  await writeFile(join(folder, `${file}.woff2`), small);
  await copyFile(new URL("../LICENSE", from), join(folder, `${file}.LICENSE.txt`));
  console.log(`${file}.woff2 ${(small.length / 1000).toFixed(1)} kB`);
}

// The pictures of shared picks are drawn on the server, whose renderer needs fonts without axes.
const accented = String.fromCodePoint(...Array.from({ length: 96 }, (_, index) => 0xa0 + index));
const pictureFolder = join(import.meta.dirname, "../../services/prediction/data/fonts");
await mkdir(pictureFolder, { recursive: true });
for (const weight of [450, 700]) {
  const sfnt = await subsetFont(await readFile(new URL(sans.from)), characters + accented, {
    targetFormat: "sfnt",
    variationAxes: { wght: weight, wdth: 100 },
    preserveNameIds,
  });
  await writeFile(join(pictureFolder, `orbline-sans-${weight}.ttf`), renameFont(sfnt, sans.rename));
}
await copyFile(new URL("../LICENSE", sans.from), join(pictureFolder, "orbline-sans.LICENSE.txt"));
