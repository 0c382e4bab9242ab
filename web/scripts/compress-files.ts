import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin, ResolvedConfig } from "vite";

const toBrotli = promisify(brotliCompress);

/**
 * Lays the smallest Brotli form of scripts and style sheets beside them as `.br`: at its best level it takes
 * seconds, which a build has and the start of a server has not.
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
