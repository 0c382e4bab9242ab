import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** One form of a file. Each form has its own ETag, so that caches do not mix compressed and plain forms. */
export type WebForm = { encoding?: "br" | "gzip"; body: Buffer; etag: string };

/** One file of the built web app, in memory with its compressed forms. */
export type WebFile = {
  type: string;
  plain: WebForm;
  /** Ordered by preference. */
  compressed: readonly WebForm[];
  /** The name contains a hash of the content, so the file never changes. */
  immutable: boolean;
};

/** HTML by path, or by route such as `/p/:slug`. */
export type PrerenderedPages = ReadonlyMap<string, string>;

/** The built web app: its files by path, the page for every route, and the prerendered pages. */
export type WebFiles = {
  files: ReadonlyMap<string, WebFile>;
  indexHtml: string;
  /** For browsers without and with a session cookie. */
  prerendered: { visitor: PrerenderedPages; session: PrerenderedPages };
  /**
   * The route of the app's page at this path, such as `/predictions/:id`. Undefined for any other path, which gets the
   * not-found page with status 404.
   */
  pageOf: (path: string) => string | undefined;
};

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};
const compressible = new Set([".css", ".js", ".json", ".svg", ".txt", ".webmanifest", ".xml"]);

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/**
 * Reads and compresses the built web app, and adds `/sitemap.xml` with the prerendered pages at `publicOrigin` and its
 * address in `/robots.txt`.
 * @throws when the folder has no index.html
 */
export async function readWebFiles(root: string, publicOrigin: string): Promise<WebFiles> {
  const indexHtml = await readFile(join(root, "index.html"), "utf8").catch((cause: unknown) => {
    throw new Error(`${root} has no index.html; build the web app first`, { cause });
  });
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.replace(/\/$/, "").length))
    .filter(isServed);
  const files = await Promise.all(
    paths.map(async (path) => [path, await readWebFile(root, path)] as const),
  );
  const [visitor, session] = await Promise.all(
    ["visitor", "session"].map((name) => readPrerendered(join(root, ".pages", name))),
  );
  const prerendered = { visitor: visitor ?? new Map(), session: session ?? new Map() };
  const appPaths = JSON.parse(await readFile(join(root, ".pages/paths.json"), "utf8")) as string[];
  const served = new Map(files);
  const sitemap = sitemapOf(prerendered.visitor, publicOrigin);
  served.set("/sitemap.xml", await toWebFile(sitemap, ".xml"));
  const rules = served.get("/robots.txt")?.plain.body ?? "";
  const robots = `${rules.toString()}Sitemap: ${publicOrigin}/sitemap.xml\n`;
  served.set("/robots.txt", await toWebFile(Buffer.from(robots), ".txt"));
  return { files: served, indexHtml, prerendered, pageOf: matcherOf(appPaths) };
}

/** The addresses of public pages, by the protocol of https://www.sitemaps.org. `/` leads to the sign-in page. */
function sitemapOf(pages: PrerenderedPages, publicOrigin: string): Buffer {
  const urls = [...pages.keys()]
    .filter((path) => path !== "/" && !path.includes(":"))
    .toSorted()
    .map((path) => `<url><loc>${publicOrigin}${path}</loc></url>`);
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>\n`,
  );
}

/** Finds the route of a path among those of the app's router; `:name` matches one segment. */
export function matcherOf(routes: readonly string[]): (path: string) => string | undefined {
  const plain = new Set(routes.filter((route) => !route.includes(":")));
  const patterns = routes
    .filter((route) => route.includes(":"))
    .map((route) => ({ route, pattern: new RegExp(`^${route.replaceAll(/:\w+/g, "[^/]+")}$`) }));
  return (path) =>
    plain.has(path) ? path : patterns.find(({ pattern }) => pattern.test(path))?.route;
}

/** A file in memory with its compressed forms. The build's own Brotli form is smaller than one that is made here. */
export async function toWebFile(
  body: Buffer,
  extension: string,
  { immutable = false, brotli }: { immutable?: boolean; brotli?: Buffer | undefined } = {},
): Promise<WebFile> {
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return {
    type: types[extension] ?? "application/octet-stream",
    plain: { body, etag: `"${hash}"` },
    compressed: compressible.has(extension) ? await compress(body, hash, brotli) : [],
    immutable,
  };
}

async function readWebFile(root: string, path: string): Promise<WebFile> {
  const file = join(root, path);
  const brotli = existsSync(`${file}.br`) ? await readFile(`${file}.br`) : undefined;
  const immutable = path.startsWith("/assets/");
  return toWebFile(await readFile(file), extname(path), { immutable, brotli });
}

async function compress(
  plain: Buffer,
  hash: string,
  brotli: Buffer | undefined,
): Promise<WebForm[]> {
  const [br, gz] = await Promise.all([
    brotli ?? toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    toGzip(plain, { level: 9 }),
  ]);
  const forms: WebForm[] = [
    { encoding: "br", body: br, etag: `"${hash}-br"` },
    { encoding: "gzip", body: gz, etag: `"${hash}-gzip"` },
  ];
  return forms.filter(({ body }) => body.length < plain.length);
}

async function readPrerendered(folder: string): Promise<PrerenderedPages> {
  if (!existsSync(folder)) return new Map();
  const names = await readdir(folder, { recursive: true });
  const pages = names
    .filter((name) => name.endsWith(".html"))
    .map(async (name) => [pagePath(name), await readFile(join(folder, name), "utf8")] as const);
  return new Map(await Promise.all(pages));
}

/** The path of a prerendered page. The page of `/` is `index.html`. */
function pagePath(file: string): string {
  return `/${file.replace(/(?:^|\/)index\.html$|\.html$/, "")}`;
}

function isServed(path: string): boolean {
  return path !== "/index.html" && !path.includes("/.") && !path.endsWith(".br");
}
