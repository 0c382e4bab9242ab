import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sports } from "@orbline/proto/constants/predictions";
import { createServer, type Plugin, type ResolvedConfig, type Rolldown } from "vite";
import { site, titleOf } from "../src/lib/site.ts";
import type { Prerendered } from "../src/app/prerender/render-page.tsx";
import { publicPages } from "../src/public-pages.ts";

type App = {
  renderPage: (path: string, audience: string) => Promise<Prerendered>;
  paths: readonly string[];
};
type Page = {
  audience: "visitor" | "session";
  file: string;
  /** The gateway fills in a parameter such as `:slug`, also in the requests. */
  path: string;
  /** Endings of the modules that the page needs before it is complete. */
  modules: string[];
  /** Requests of every visit to the page that do not depend on each other. */
  requests: string[];
};

/** The module with the schemas of a service's responses. */
const contract = (service: string) => `/proto/src/contract/${service}.ts`;

/** The module that the entry imports to start the app. */
const start = "/app/start.tsx";

const forVisitors = (path: string, route: string, file = path): Page => ({
  audience: "visitor",
  file,
  path,
  modules: [`/app/routes/${route}.tsx`],
  requests: [],
});

/** A public page that shows a response of the prediction service. */
const withData = (path: string, route: string, request: string): Page => ({
  ...forVisitors(path, `prediction/${route}`),
  modules: [`/app/routes/prediction/${route}.tsx`, contract("prediction")],
  requests: [request],
});

const forUsers = (path: string, route: string, requests: string[], file = path): Page => ({
  audience: "session",
  file,
  path,
  modules: [
    `/app/routes/prediction/${route}.tsx`,
    ...["identity", "billing", "prediction"].map(contract),
  ],
  requests: ["/api/user", ...requests],
});

const sharedPick = withData("/p/:slug", "shared-pick", "/api/receipts/:slug");

/** The pages that have content before any response of the API, with what they load next. */
const pages: readonly Page[] = [
  forVisitors("/auth", "auth"),
  // The sign-in page is the home of visitors.
  forVisitors("/auth", "auth", "/index"),
  forVisitors("/welcome", "welcome"),
  forVisitors("/how-it-works", "how-it-works"),
  forVisitors("/subscription", "checkout/subscription"),
  forVisitors("/check", "prediction/check"),
  withData("/record", "record", "/api/model-performance"),
  withData("/record/proof", "record-log", "/api/record/heads"),
  sharedPick,
  forVisitors("/terms", "legal"),
  forVisitors("/privacy", "legal"),
  forVisitors("/responsible-gaming", "legal"),
  forUsers("/", "home", ["/api/subscription/status"], "/index"),
  forUsers("/slate", "slate", [
    "/api/subscription/status",
    ...sports.map((sport) => `/api/slate?sport=${sport}`),
  ]),
  forUsers("/history", "history", ["/api/predictions?limit=25", "/api/predictions/series"]),
];

/** Prerenders first pages into `.pages` of the built app and writes the list of the app's paths beside them. */
export function prerenderPages(): Plugin {
  let config: ResolvedConfig;
  let bundle: Rolldown.OutputBundle;
  return {
    name: "prerender-pages",
    apply: "build",
    configResolved: (resolved) => {
      config = resolved;
    },
    writeBundle: (_options, written) => {
      bundle = written;
    },
    closeBundle: {
      sequential: true,
      handler: async (failure?: Error) => {
        if (!failure) await writePages(config, bundle);
      },
    },
  };
}

async function writePages({ root, build }: ResolvedConfig, bundle: Rolldown.OutputBundle) {
  const dist = join(root, build.outDir);
  const indexHtml = await readFile(join(dist, "index.html"), "utf8");
  const sheet = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/.exec(indexHtml);
  if (sheet?.[1] === undefined) throw new Error("The built page has no style sheet.");
  const fontCss = await readFile(join(dist, sheet[1]), "utf8");
  const { app, close } = await loadApp(root);
  try {
    const write = async (file: string, text: string) => {
      const path = join(dist, ".pages", file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    };
    await write("paths.json", JSON.stringify(app.paths));
    for (const { audience, file, path, modules, requests } of pages) {
      const { html, styles, globalStyles } = await app.renderPage(path, audience);
      const page = withHead(indexHtml, path)
        .replace(
          sheet[0],
          // An import of a page would load the sheet, and wait for it, if the page had no link to it.
          () =>
            `<style nonce="__CSP_NONCE__">${fontCss}</style>${globalStyles}${styles}${sheet[0].replace("<link", '<link media="print"')}`,
        )
        .replace(
          "</head>",
          () => `${scripts(bundle, [start, ...modules], indexHtml)}${fetches(requests)}</head>`,
        )
        // The page is readable without its scripts, so its fonts and text load first.
        .replaceAll(
          /<(?=script type="module"|link rel="modulepreload")\w+/g,
          '$& fetchpriority="low"',
        )
        .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
      await write(`${audience}${file}.html`, page);
    }
    // Every other page starts empty.
    const { globalStyles } = await app.renderPage("/offline", "visitor");
    await writeFile(
      join(dist, "index.html"),
      indexHtml
        .replace(sheet[0], () => globalStyles + sheet[0])
        .replace("</head>", () => `${scripts(bundle, [start], indexHtml)}</head>`),
    );
  } finally {
    await close();
  }
}

/** Title, description and link preview of a public page. The gateway replaces the mark of the origin. */
function withHead(html: string, path: string): string {
  const page = publicPages.find((one) => one.path === path);
  if (!page) return html;
  const title = titleOf(page.name);
  const properties = {
    "og:title": title,
    "og:description": page.description,
    "og:type": "website",
    "og:site_name": site.productName,
    "og:url": `__PUBLIC_ORIGIN__${path}`,
    "og:image": "__PUBLIC_ORIGIN__/preview.png",
    "og:image:width": "1200",
    "og:image:height": "630",
  };
  const tags = Object.entries(properties).map(
    ([name, content]) => `<meta property="${name}" content="${content}">`,
  );
  return html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(
      /(name="description"\s+content=)"[^"]*"/,
      (_all, name) => `${name}"${page.description}"`,
    )
    .replace(
      "</head>",
      () => `${tags.join("")}<meta name="twitter:card" content="summary_large_image"></head>`,
    );
}

async function loadApp(root: string) {
  const server = await createServer({
    root,
    configFile: false,
    mode: "production",
    logLevel: "warn",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  const app = (await server.ssrLoadModule("/src/app/prerender/render-page.tsx")) as App;
  return { app, close: () => server.close() };
}

/** Preload links for the scripts of modules that the page does not have yet. */
function scripts(bundle: Rolldown.OutputBundle, modules: string[], html: string): string {
  const files = new Set<string>();
  const add = (file: string) => {
    const output = bundle[file];
    if (files.has(file) || output?.type !== "chunk") return;
    files.add(file);
    output.imports.forEach(add);
  };
  for (const module of modules) {
    const chunk = Object.values(bundle).find(
      (output) => output.type === "chunk" && output.facadeModuleId?.endsWith(module),
    );
    if (!chunk) throw new Error(`No chunk of the build is the module ${module}.`);
    add(chunk.fileName);
  }
  return [...files]
    .filter((file) => !html.includes(`"/${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join("");
}

/** Preload links for requests, with the mode and the credentials of `fetch` in the app. */
function fetches(urls: string[]): string {
  return urls
    .map((url) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${url}">`)
    .join("");
}
