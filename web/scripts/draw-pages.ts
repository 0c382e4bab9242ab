import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createServer, type Plugin, type ResolvedConfig } from "vite";

type Drawn = "visitor" | "session";
type DrawPage = (path: string, drawn: Drawn) => Promise<{ styles: string; html: string }>;

/** Pages that show something before any answer of the server, by who comes to them. */
const pages: Record<Drawn, readonly string[]> = {
  visitor: [
    "/",
    "/auth",
    "/welcome",
    "/how-it-works",
    "/subscription",
    "/record",
    "/terms",
    "/privacy",
    "/responsible-gaming",
  ],
  // A page here may not show anything of its user before it is taken over, as `Protected` takes care of.
  session: ["/"],
};

/** A visitor's home is the sign-in. */
const drawnAs = (path: string, drawn: Drawn) =>
  path === "/" && drawn === "visitor" ? "/auth" : path;

// Nothing of what was drawn waits for a file: faces of type are named in the page, and scripts may come later.
const withPage = (
  indexHtml: string,
  fontCss: string,
  { styles, html }: { styles: string; html: string },
): string =>
  indexHtml
    .replace(
      /<link rel="stylesheet"[^>]*>/,
      () => `<style nonce="__CSP_NONCE__">${fontCss}</style>${styles}`,
    )
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);

const startTags =
  /<script[^>]* data-brings-files>[^]*?<\/script>|<link rel="modulepreload"[^>]*>|<script type="module"[^>]*><\/script>/g;

// What a page brings in place of its scripts: they are asked for once it is on screen, as nothing of it waits
// for them. A slow phone draws for half a second, in which the line would lie idle, so it waits no longer
// than this; a page in the background is not painted at all.
const longestWaitMs = 150;
const scriptsOf = (tags: readonly string[]) => `<template id="scripts">${tags.join("")}</template>
    <script nonce="__CSP_NONCE__">
      {
        const start = () => document.head.append(document.querySelector("#scripts").content);
        if (document.hidden) start();
        new PerformanceObserver(start).observe({ type: "paint", buffered: true });
        setTimeout(start, ${longestWaitMs});
      }
    </script>`;

const scriptsAfterPaint = (page: string): string =>
  page
    .replaceAll(startTags, "")
    .replace("</body>", () => `  ${scriptsOf(page.match(startTags) ?? [])}\n  </body>`);

// Home shows next to nothing without its scripts, but its type comes before them.
const scriptsLast = (page: string): string =>
  page
    .replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"')
    .replace('rel: "modulepreload",', 'rel: "modulepreload", fetchPriority: "low",');

const loadDrawing = async (root: string) => {
  const server = await createServer({
    root,
    configFile: false,
    mode: "production",
    logLevel: "warn",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  const { drawPage } = (await server.ssrLoadModule("/src/app/draw-page.tsx")) as {
    drawPage: DrawPage;
  };
  return { drawPage, close: () => server.close() };
};

const styleSheet = (html: string) => /<link rel="stylesheet"[^>]*href="([^"]+)"/.exec(html)?.[1];

const drawAll = async ({ root, build: { outDir } }: ResolvedConfig) => {
  const dist = join(root, outDir);
  const indexHtml = await readFile(join(dist, "index.html"), "utf8");
  const sheet = styleSheet(indexHtml);
  if (sheet === undefined) throw new Error("The built page names no style sheet.");
  const fontCss = await readFile(join(dist, sheet), "utf8");
  const { drawPage, close } = await loadDrawing(root);
  try {
    for (const [drawn, paths] of Object.entries(pages) as [Drawn, readonly string[]][])
      for (const path of paths) {
        const page = withPage(indexHtml, fontCss, await drawPage(drawnAs(path, drawn), drawn));
        const file = join(dist, ".pages", drawn, path === "/" ? "index.html" : `${path}.html`);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, (drawn === "visitor" ? scriptsAfterPaint : scriptsLast)(page));
      }
  } finally {
    await close();
  }
};

/** Draws first pages into `.pages` of the built app, by the code that draws them in the browser. */
export const drawPages = (): Plugin => {
  let config: ResolvedConfig | undefined;
  return {
    name: "draw-pages",
    apply: "build",
    configResolved: (resolved) => {
      config = resolved;
    },
    closeBundle: {
      sequential: true,
      handler: async (failure?: Error) => {
        if (config && !failure) await drawAll(config);
      },
    },
  };
};
