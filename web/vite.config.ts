import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { oldestBrowsers, refuseNewerCalls } from "./scripts/browsers.ts";
import { compressFiles } from "./scripts/compress-files.ts";
import { drawImages } from "./scripts/draw-images.ts";
import { prerenderPages } from "./scripts/prerender.ts";
import { thirdPartyNotices } from "./scripts/third-party-notices.ts";
import site from "./src/site.json" with { type: "json" };

/** Preloads the two Latin font files that every page needs, and sets the title before any script runs. */
const pageHead = (): Plugin => ({
  name: "page-head",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle }) => ({
      html: html.replace("__PRODUCT_TITLE__", site.productTitle),
      tags: Object.keys(bundle ?? {})
        .filter((file) => /(orbline-sans|geist-mono)-[\w-]{8}\.woff2$/.test(file))
        .map((file) => ({
          tag: "link",
          attrs: {
            rel: "preload",
            as: "font",
            type: "font/woff2",
            crossorigin: "",
            href: `/${file}`,
          },
          injectTo: "head" as const,
        })),
    }),
  },
});

/** Removes zod's JSON Schema support, which every schema refers to and the app never uses: 8 kB of 190. */
const withoutJsonSchema = (): Plugin => ({
  name: "without-json-schema",
  apply: "build",
  transform: {
    filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
    handler: (code) => ({
      code: code
        .replaceAll(/inst\._zod\.processJSONSchema = .*;/g, "")
        .replaceAll(/create(ToJSONSchema|StandardJSONSchema)Method\(this, .*?\)/g, "undefined"),
      map: null,
    }),
  },
});

/**
 * Removes work of Chakra's `createSystem` that the built app does not need, half of its time: the global styles, which the build
 * writes into each page (`scripts/prerender.ts`), and lists of types for a code generator.
 */
const withoutGlobalStyles = (): Plugin => ({
  name: "without-global-styles",
  apply: "build",
  transform: {
    filter: { id: /styled-system\/(layers|preflight|system|utility)\.js$/ },
    handler(code, id) {
      const result = code
        .replace(/(function createPreflight\(\w+\) \{).*?\n\}\n/s, "$1}\n")
        .replace("[getPreflightCss(), getGlobalCss(), getTokenCss()]", "[]")
        .replace('`@layer ${names.join(", ")};`', '""')
        .replace("    assignPropertyType(property, config);\n", "")
        .replace("    assignPropertyTypes();\n", "");
      if (result === code) this.error(`${id} has changed.`);
      return { code: result, map: null };
    },
  },
});

export default defineConfig({
  plugins: [
    react(),
    pageHead(),
    withoutJsonSchema(),
    withoutGlobalStyles(),
    thirdPartyNotices(),
    refuseNewerCalls(),
    compressFiles(),
    drawImages(),
    prerenderPages(),
  ],
  build: {
    target: oldestBrowsers,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // Emotion imports it for `withTheme`, which the app does not use.
      treeshake: { moduleSideEffects: [{ test: /hoist-non-react-statics/, sideEffects: false }] },
      // Without groups a page loads dozens of files of a few hundred bytes.
      output: {
        codeSplitting: {
          groups: [
            // In a chunk of its own, because the entry imports nothing else before its first step.
            { name: "preload", test: /vite\/preload-helper/, priority: 4 },
            // Lists of queries are not in the vendor chunk, because only two pages have them.
            {
              name: "vendor",
              test: /node_modules\/(?!.*\/(?:queriesObserver|useQueries)\.js)(react|react-dom|scheduler|react-router|@tanstack|zustand|@emotion|stylis)\//,
              priority: 3,
            },
            // Pages use these without zod.
            { name: "constants", test: /proto\/src\/constants|password-rules/, priority: 4 },
            // Not in the vendor chunk, because they load with the first request or the first focus in a form.
            {
              name: "schemas",
              test: /node_modules\/zod\/|proto\/src\/http\/(fields|time|prediction)/,
              priority: 3,
            },
            { name: "account-schemas", test: /proto\/src\/http\/(identity|billing)/, priority: 2 },
            {
              name: "theme",
              test: /@chakra-ui\/react\/dist\/esm\/(styled-system\/(?!create-slot|sva|use-slot)|preset-base|utils)|web\/src\/theme\/.*\.ts/,
              priority: 2,
            },
            {
              // What dialogs and charts need is large, and few pages start with it.
              name: "app",
              test: /web\/src\/(app\/[a-z]|components\/(?!form|ui\/sheet|charts)|lib|stores|shared)|lucide/,
              minShareCount: 6,
              maxModuleSize: 3000,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": process.env["GATEWAY_ORIGIN"] ?? "http://127.0.0.1:8080" } },
});
