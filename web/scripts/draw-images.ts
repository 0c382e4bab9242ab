import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { renderAsync } from "@resvg/resvg-js";
import type { Plugin, ResolvedConfig } from "vite";
import site from "../src/site.json" with { type: "json" };

const background = "#06080B";
/** Size that social networks ask for. */
const [previewWidth, previewHeight] = [1200, 630];

const fontFiles = ["450", "700"].map((weight) =>
  fileURLToPath(
    new URL(`../../services/prediction/data/fonts/orbline-sans-${weight}.ttf`, import.meta.url),
  ),
);

/** Draws the icons of the installed app and the picture of link previews as PNG files of the built app. */
export function drawImages(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "draw-images",
    apply: "build",
    configResolved: (resolved) => {
      config = resolved;
    },
    writeBundle: async () => {
      const { root, build } = config;
      const [logo, orb] = await Promise.all(
        ["favicon.svg", "orb.svg"].map((name) => readFile(join(root, "public", name), "utf8")),
      );
      const images = {
        "icons/192.png": icon(logo ?? "", { size: 192 }),
        "icons/512.png": icon(logo ?? "", { size: 512 }),
        // Systems cut this one into their own shape, so the logo fills the middle only.
        "icons/maskable-512.png": icon(logo ?? "", { size: 512, inset: 64 }),
        "apple-touch-icon.png": icon(logo ?? "", { size: 180, inset: 14 }),
        "preview.png": preview(orb ?? ""),
      };
      await mkdir(join(root, build.outDir, "icons"), { recursive: true });
      await Promise.all(
        Object.entries(images).map(async ([file, svg]) =>
          writeFile(join(root, build.outDir, file), await toPng(svg)),
        ),
      );
    },
  };
}

const toPng = async (svg: string): Promise<Buffer> =>
  (
    await renderAsync(svg, {
      font: { loadSystemFonts: false, fontFiles, defaultFontFamily: "Orbl Sans" },
    })
  ).asPng();

/** An SVG to put inside another one, with its upper left corner at `x`, `y` and the width and height `size`. */
const nested = (svg: string, { x, y, size }: { x: number; y: number; size: number }): string =>
  svg.replace("<svg ", `<svg x="${x}" y="${y}" width="${size}" height="${size}" `);

const icon = (logo: string, { size, inset = 0 }: { size: number; inset?: number }): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
${inset > 0 ? `<rect width="${size}" height="${size}" fill="${background}"/>` : ""}
${nested(logo, { x: inset, y: inset, size: size - 2 * inset })}
</svg>`;

/** The name and the claim of the product beside its orb, which is drawn as `orb.tsx` does. */
const preview = (orb: string): string => {
  const [name, claim = ""] = site.productTitle.split(": ");
  const lines = nested(orb.replace(/<g id="dots">[^]*<\/g>/, ""), { x: 620, y: 25, size: 580 });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${previewWidth}" height="${previewHeight}">
<rect width="${previewWidth}" height="${previewHeight}" fill="${background}"/>
<circle cx="910" cy="315" r="213" fill="#0E141B" stroke="#3A4753" stroke-width="1.5"/>
<g stroke="#3A4753">${lines}</g>
<g transform="rotate(-30 910 315)" stroke-width="13">
<path d="M647 315H1173" stroke="${background}"/>
<path d="M647 315H1173" stroke="#2EE6F6" stroke-width="3"/>
</g>
<text x="80" y="300" font-family="Orbl Sans" font-size="96" font-weight="700" fill="#F2F5F7">${name}</text>
<text x="80" y="364" font-family="Orbl Sans" font-size="32" font-weight="450" fill="#9AA6B2">${claim}</text>
</svg>`;
};
