import type { HtmlTagDescriptor, Plugin } from "vite";

type Chunk = {
  fileName: string;
  code?: string;
  isEntry?: boolean;
  imports?: string[];
  moduleIds?: string[];
  facadeModuleId?: string | null;
};
type Bundle = Record<string, Chunk>;

/** Pages that people come to first, and the module of each. */
const firstPages = {
  "/": "home",
  "/auth": "auth",
  "/welcome": "welcome",
  "/how-it-works": "how-it-works",
  "/subscription": "subscription",
  "/production-signup": "checkout-pages",
  "/subscribe": "checkout-pages",
  "/record": "record",
  "/history": "history",
  "/account": "account",
  "/admin": "admin",
};

/** What the first answers to a signed-in browser are parsed with. */
const contracts = ["user", "subscription-status", "prediction-history", "slate"];

const withImports = (bundle: Bundle, file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const next of bundle[file]?.imports ?? []) withImports(bundle, next, seen);
  return seen;
};

const filesOf = (bundle: Bundle, ending: string): Set<string> => {
  const chunk = Object.values(bundle).find(({ moduleIds }) =>
    moduleIds?.some((id) => id.endsWith(ending)),
  );
  if (chunk === undefined) throw new Error(`No chunk of the build holds ${ending}.`);
  return withImports(bundle, chunk.fileName);
};

// The page waits for the largest, so that is asked for first.
const largestFirst = (bundle: Bundle, files: Iterable<string>) => {
  const size = (file: string) => bundle[file]?.code?.length ?? 0;
  return [...new Set(files)].toSorted((a, b) => size(b) - size(a));
};

/** What the entry brings one after the other, every page needs it. */
const parts = ["/theme/system.ts", "/app/start.tsx"];

const startFiles = (bundle: Bundle) => {
  const entry = Object.values(bundle).find(({ isEntry }) => isEntry)?.fileName ?? "";
  const doors = Object.values(bundle)
    .filter(({ facadeModuleId: id }) => parts.some((part) => id?.endsWith(part)))
    .map(({ fileName }) => fileName);
  return [entry, ...parts.flatMap((part) => [...filesOf(bundle, part)]), ...doors];
};

const firstFiles = (bundle: Bundle) => {
  const known = new Set(startFiles(bundle));
  const besides = (files: Iterable<string>) =>
    largestFirst(bundle, files)
      .filter((file) => !known.has(file))
      .map((file) => `/${file}`);
  const pages = Object.entries(firstPages).map(([path, name]) => [
    path,
    besides(filesOf(bundle, `/app/routes/${name}.tsx`)),
  ]);
  const session = contracts.flatMap((name) => [...filesOf(bundle, `/proto/src/http/${name}.ts`)]);
  return { pages: Object.fromEntries(pages), session: besides(session) };
};

const preloads = (bundle: Bundle, html: string): HtmlTagDescriptor[] =>
  largestFirst(bundle, startFiles(bundle))
    .map((file) => `/${file}`)
    .filter((href) => !html.includes(`src="${href}"`))
    .map((href) => ({
      tag: "link",
      attrs: { rel: "modulepreload", crossorigin: "", href },
      injectTo: "head",
    }));

/** Tells index.html which files each first page needs, so that it can ask for them at once. */
export const tellFirstFiles = (): Plugin => ({
  name: "first-files",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle }) => ({
      html: html
        .replace(/\s*<link rel="modulepreload"[^>]*>/g, "")
        .replace(
          "__FIRST_FILES__",
          JSON.stringify(bundle ? firstFiles(bundle) : { pages: {}, session: [] }),
        ),
      tags: bundle ? preloads(bundle, html) : [],
    }),
  },
});
