import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin, ResolvedConfig } from "vite";

const toBrotli = promisify(brotliCompress);

/**
 * Writes Brotli files (`.br`) beside scripts and style sheets. The best level takes seconds, too long for the
 * start of the gateway.
 */
export function compressFiles(): Plugin {
  let config: ResolvedConfig | undefined;
  return {
    name: "compress-files",
    apply: "build",
    configResolved: (resolved) => {
      config = resolved;
    },
    writeBundle: async (_options, bundle) => {
      if (!config) return;
      const folder = join(config.root, config.build.outDir);
      const files = Object.keys(bundle).filter((file) => /^assets\/.*\.(?:js|css)$/.test(file));
      await Promise.all(
        files.map(async (file) => {
          const body = await readFile(join(folder, file));
          const small = await toBrotli(body, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
              [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
            },
          });
          await writeFile(join(folder, `${file}.br`), small);
        }),
      );
    },
  };
}
