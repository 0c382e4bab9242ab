import { readFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compressFiles } from "./scripts/compress-files.ts";
import { drawPages } from "./scripts/draw-pages.ts";
import { tellFirstFiles } from "./scripts/first-files.ts";
import { withoutJsonSchema } from "./scripts/without-json-schema.ts";
import site from "./src/site.json" with { type: "json" };

/** The two Latin font files every page needs are asked for together with the script. */
const preloadFonts = (): Plugin => ({
  name: "preload-fonts",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
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
  },
});

/** The icon stands in the page: as a file it would take a place on the line before what is read. */
const iconInPage = (): Plugin => ({
  name: "icon-in-page",
  transformIndexHtml: (html) => {
    const icon = readFileSync(join(import.meta.dirname, "public/favicon.svg")).toString("base64");
    return html.replace('href="/favicon.svg"', `href="data:image/svg+xml;base64,${icon}"`);
  },
});

/** The title stands in the page before any script runs. */
const productTitle = (): Plugin => ({
  name: "product-title",
  transformIndexHtml: (html) => html.replace("__PRODUCT_TITLE__", site.productTitle),
});

/** What pages about the same thing have in common. */
const themes = [
  {
    name: "figures",
    test: /web\/src\/components\/(charts|data)\//,
  },
  { name: "records", test: /web\/src\/features\/record\// },
  {
    name: "picks",
    test: /web\/src\/(features\/prediction\/(api|entry-name|team-names)|texts\/prediction)\.ts$/,
  },
  { name: "paying", test: /web\/src\/(features\/checkout\/[a-z-]+|app\/[a-z-]+)\.ts$/ },
  { name: "plans", test: /web\/src\/features\/(checkout|subscription)\// },
];

export default defineConfig({
  plugins: [
    react(),
    withoutJsonSchema(),
    productTitle(),
    iconInPage(),
    preloadFonts(),
    tellFirstFiles(),
    compressFiles(),
    drawPages(),
  ],
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
            // What the entry itself uses stands with React: in the app's file the entry would bring all of
            // the app at once, in one long task.
            {
              name: "base",
              test: /vite\/preload-helper|web\/src\/(lib\/(navigation|referral|site)\.ts|texts\/start\.ts|site\.json)$|node_modules\/(react|react-dom|scheduler)\//,
              priority: 9,
            },
            {
              name: "vendor",
              test: /node_modules\/(react-router|@tanstack|zustand|@emotion|stylis)\//,
              priority: 8,
            },
            // A group takes what its modules are made of along; the ones below find it taken.
            {
              name: "theme",
              test: /web\/src\/theme\/.*\.ts$|@chakra-ui\/react\/dist\/esm\/(styled-system|utils|preset-base)/,
              priority: 7,
            },
            {
              name: "app",
              test: /web\/src\/(app\/(app|protected|providers|start)\.tsx|lib\/query-client\.ts)$|@chakra-ui\/react\/dist\/esm\/components\/(box|visually-hidden|icon)\//,
              priority: 6,
            },
            {
              name: "shared",
              test: /web\/src\/(components\/(?!charts|data\/(?!table)|ui\/sheet|form\/(form-dialog|[a-z-]*password))|lib|shared|stores|features\/subscription\/(api|components\/grace-banner)\.|texts\/subscription\.)|\/password-rules\.|node_modules\/lucide-react\//,
              minShareCount: 2,
              priority: 5,
            },
            // What the first answers to a signed-in browser are parsed with. It is one file: as the browser asks
            // for six at a time, each small one holds up a large one by a round trip.
            {
              name: "contracts",
              test: /node_modules\/zod\/|proto\/src\/http\/(user|subscription-status|prediction-history|slate)\.ts$/,
              priority: 5,
            },
            { name: "passwords", test: /components\/form\/[a-z-]*password[a-z-]*\./, priority: 4 },
            // Dialogs come with the action that opens one, and bring their library along.
            { name: "dialogs", test: /components\/(ui\/sheet|form\/form-dialog)/, priority: 3 },
            ...themes.map((theme) => ({ ...theme, minShareCount: 2, priority: 2 })),
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": process.env["GATEWAY_ORIGIN"] ?? "http://127.0.0.1:8080" } },
});
