import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import site from "./src/site.json" with { type: "json" };

/** The two Latin font files every page needs are asked for together with the script. */
const preloadFonts = (): Plugin => ({
  name: "preload-fonts",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) =>
          /(mona-sans-latin-wdth|geist-mono-latin-wght)-normal-.*\.woff2$/.test(file),
        )
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
  },
});

/** The title stands in the page before any script runs. */
const productTitle = (): Plugin => ({
  name: "product-title",
  transformIndexHtml: (html) => html.replace("__PRODUCT_TITLE__", site.productTitle),
});

export default defineConfig({
  plugins: [react(), productTitle(), preloadFonts()],
  build: {
    target: "es2023",
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    // Without these groups a page would ask for dozens of files of a few hundred bytes.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "zod", test: /node_modules\/zod\//, priority: 3 },
            {
              name: "vendor",
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|zustand|@emotion|stylis)\//,
              priority: 2,
            },
            {
              name: "shared",
              // Dialogs come with the action that opens one, and bring their library along.
              test: /web\/src\/(components\/(?!charts|ui\/sheet)|lib|stores)|node_modules\/lucide-react\//,
              minShareCount: 3,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": process.env["GATEWAY_ORIGIN"] ?? "http://127.0.0.1:8080" } },
});
