import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** One form of a file, whose tag is its own: caches must not take a compressed form for the plain one. */
export type WebForm = { encoding?: "br" | "gzip"; body: Buffer; etag: string };

/** One file of the built web app, held in memory with its compressed forms. */
export type WebFile = {
  type: string;
  plain: WebForm;
  /** Best first. */
  compressed: readonly WebForm[];
  /** Its name holds a hash of its content, so it never changes. */
  immutable: boolean;
};

/** Prerendered pages by path. */
export type PrerenderedPages = ReadonlyMap<string, string>;

/** The built web app: its files by path, the page that every route can start from, and the prerendered pages. */
export type WebFiles = {
  files: ReadonlyMap<string, WebFile>;
  indexHtml: string;
  /** For browsers that bring no session, and for those that bring one. */
  prerendered: { visitor: PrerenderedPages; session: PrerenderedPages };
  /** Whether the app has a page at this path; any other is its not-found page with status 404. */
  isPage: (path: string) => boolean;
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
};
const compressible = new Set([".css", ".js", ".json", ".svg", ".txt", ".webmanifest"]);

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** What the build has laid beside a file is smaller than what is made at the start. */
const brotliForm = (file: string, plain: Buffer) =>
  existsSync(`${file}.br`)
    ? readFile(`${file}.br`)
    : toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });

const compress = async (file: string, plain: Buffer, hash: string): Promise<WebForm[]> => {
  const [br, gz] = await Promise.all([brotliForm(file, plain), toGzip(plain, { level: 9 })]);
  const forms: WebForm[] = [
    { encoding: "br", body: br, etag: `"${hash}-br"` },
    { encoding: "gzip", body: gz, etag: `"${hash}-gzip"` },
  ];
  return forms.filter(({ body }) => body.length < plain.length);
};

const readWebFile = async (root: string, path: string): Promise<WebFile> => {
  const body = await readFile(join(root, path));
  const extension = extname(path);
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  return {
    type: types[extension] ?? "application/octet-stream",
    plain: { body, etag: `"${hash}"` },
    compressed: compressible.has(extension) ? await compress(join(root, path), body, hash) : [],
    immutable: path.startsWith("/assets/"),
  };
};

const isServed = (path: string) =>
  path !== "/index.html" && !path.includes("/.") && !path.endsWith(".br");

// The page of `/` is `index.html`, as on any file server.
const pagePath = (file: string) => `/${file.replace(/(?:^|\/)index\.html$|\.html$/, "")}`;

const readPrerendered = async (folder: string): Promise<PrerenderedPages> => {
  if (!existsSync(folder)) return new Map();
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    file.endsWith(".html"),
  );
  return new Map(
    await Promise.all(
      files.map(
        async (file) => [pagePath(file), await readFile(join(folder, file), "utf8")] as const,
      ),
    ),
  );
};

/** Matches the paths of the app's router, where `:name` is any one segment; a trailing slash does not matter. */
export function matcherOf(paths: readonly string[]): (path: string) => boolean {
  const patterns = paths.map((path) => path.replaceAll(/:\w+/g, "[^/]+"));
  const pattern = new RegExp(`^(?:${patterns.join("|")})$`);
  return (path) => pattern.test(path.length > 1 ? path.replace(/\/$/, "") : path);
}

/** Reads and compresses the built web app. @throws when the folder has no index.html */
export const readWebFiles = async (root: string): Promise<WebFiles> => {
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
  return { files: new Map(files), indexHtml, prerendered, isPage: matcherOf(appPaths) };
};
