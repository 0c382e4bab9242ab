import { globSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const fonts = join(import.meta.dirname, "../src/theme/fonts");

/**
 * Adds `third-party-notices.txt` to the build: the license of every package with a file in the bundle, and those of the
 * fonts, which the licenses require beside each copy.
 */
export function thirdPartyNotices(): Plugin {
  return {
    name: "third-party-notices",
    apply: "build",
    generateBundle(_options, bundle) {
      const { root } = this.environment.config;
      const files = Object.values(bundle).flatMap((output) =>
        output.type === "chunk"
          ? output.moduleIds
          : output.originalFileNames.map((file) => resolve(root, file)),
      );
      const source = noticesOf(files);
      this.emitFile({ type: "asset", fileName: "third-party-notices.txt", source });
    },
  };
}

/** The licenses of the packages that these files belong to, and of the fonts. @throws for a package without a license */
export function noticesOf(files: string[]): string {
  const folders = new Set(files.map(packageFolder).filter((folder) => folder !== undefined));
  const packages = [...folders].toSorted().map(packageNotice);
  const fontNotices = globSync("*.LICENSE.txt", { cwd: fonts })
    .toSorted()
    .map(
      (file) => `Font ${file.split(".")[0]}\n\n${readFileSync(join(fonts, file), "utf8").trim()}`,
    );
  const notices = [...new Set([...packages, ...fontNotices])];
  return `${["This app contains the following works of others.", ...notices].join(`\n\n${"-".repeat(72)}\n\n`)}\n`;
}

function packageFolder(file: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/@]+(?=\/)/.exec(file.replace(/^\0/, ""))?.[0];
}

function packageNotice(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as { name: string; version: string; license?: string };
  const texts = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice|ofl)/i.test(file));
  if (texts.length === 0 && !license) throw new Error(`${name} has no license.`);
  const bodies = texts.map((file) => readFileSync(join(folder, file), "utf8").trim());
  return [`${name} ${version} (${license ?? "see below"})`, ...bodies].join("\n\n");
}
