import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { testEngines } from "@orbline/kit/testing/engines";
import { removingWorker } from "../src/web/service-worker.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Harness, publicOrigin, startHarness } from "./harness.ts";

const script = `console.log("${"orbline ".repeat(500)}");`;
const html = `<html><head><meta name="description"
  content="What Orbline is"><title>Orbline</title><meta name="csp-nonce" content="__CSP_NONCE__"><script nonce="__CSP_NONCE__">"__SESSION__"</script></head></html>`;
const preview = `<meta property="og:image" content="__PUBLIC_ORIGIN__/preview.png">`;
const prerendered = (hero: string) => html.replace("</html>", `${preview}<h1>${hero}</h1></html>`);
const compressedByBuild = brotliCompressSync(`${script} // by the build`);
let root: string;
let gateway: Harness;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "orbline-web-"));
  mkdirSync(join(root, "assets"));
  mkdirSync(join(root, ".vite"));
  writeFileSync(join(root, "index.html"), html);
  mkdirSync(join(root, ".pages/visitor"), { recursive: true });
  mkdirSync(join(root, ".pages/session"), { recursive: true });
  writeFileSync(join(root, ".pages/visitor/index.html"), prerendered("Log in"));
  writeFileSync(join(root, ".pages/visitor/welcome.html"), prerendered("The hero"));
  writeFileSync(join(root, ".pages/session/index.html"), prerendered("Loading"));
  mkdirSync(join(root, ".pages/visitor/p"));
  const sharedPick = html.replace("</html>", "<h1>/api/receipts/:slug</h1></html>");
  writeFileSync(join(root, ".pages/visitor/p/:slug.html"), sharedPick);
  writeFileSync(
    join(root, ".pages/paths.json"),
    JSON.stringify([
      "/",
      "/auth",
      "/welcome",
      "/admin",
      "/subscription/success",
      "/predictions/:id",
      "/p/:slug",
    ]),
  );
  writeFileSync(join(root, "robots.txt"), "User-agent: *\n");
  writeFileSync(join(root, "sw.js"), "self.skipWaiting();\n");
  writeFileSync(join(root, "favicon.svg"), "<svg/>");
  writeFileSync(join(root, ".vite/manifest.json"), "{}");
  writeFileSync(join(root, "assets/index-Ab12.js"), script);
  writeFileSync(join(root, "assets/font-Ab12.woff2"), Buffer.from([0, 1, 2, 255]));
  writeFileSync(join(root, "assets/app-Cd34.js"), script);
  writeFileSync(join(root, "assets/app-Cd34.js.br"), compressedByBuild);
  gateway = await startHarness(testEngines().redisUrl, { WEB_ROOT: root });
});
afterAll(async () => {
  await gateway.stop();
  rmSync(root, { recursive: true });
});

const nonceIn = (text: string) =>
  [...text.matchAll(/(?:nonce-|content="|nonce=")([\w+/=]{16,})/g)].map(([, nonce]) => nonce);

describe("pages", () => {
  it.each(["/", "/auth", "/auth?subscribe=true", "/subscription/success?session_id=1", "/admin"])(
    "serves the web app at %s",
    async (path) => {
      const { status, headers } = await gateway.send({ path });
      expect(status).toBe(200);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(headers["cache-control"]).toBe("no-store");
    },
  );

  it.each(["/nowhere", "/auth/more", "/Auth", "/subscription/other"])(
    "serves the web app's not-found page with status 404 at %s",
    async (path) => {
      const { status, headers, body } = await gateway.send({ path });
      expect(status).toBe(404);
      expect(headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(body.toString()).toContain("csp-nonce");
    },
  );

  it.each([
    ["/admin/", "/admin"],
    ["/auth/?ref=a%20b/", "/auth?ref=a%20b/"],
    ["/predictions/p1/", "/predictions/p1"],
  ])("redirects %s to the page's one address %s", async (path, location) => {
    const { status, headers } = await gateway.send({ path });
    expect([status, headers["location"]]).toEqual([301, location]);
  });

  it.each([
    ["/", "/"],
    ["/welcome?ref=northside", "/welcome"],
    ['/predictions/a"<b>', "/predictions/a%22%3Cb%3E"],
  ])("names the address of %s for search engines as %s", async (path, canonical) => {
    const { headers } = await gateway.send({ path });
    expect(headers["link"]).toBe(`<${publicOrigin}${canonical}>; rel="canonical"`);
  });

  it.each([
    ["/welcome", undefined],
    ["/", undefined],
    ["/admin", "noindex"],
    ["/p/abcdefghijklmnopqrstuv", "noindex"],
    ["/nowhere", "noindex"],
  ])("tells search engines about %s: %s", async (path, robots) => {
    const { headers } = await gateway.send({ path });
    expect(headers["x-robots-tag"]).toBe(robots);
  });

  it("lists the pages for search engines, and the list in robots.txt", async () => {
    const sitemap = await gateway.send({ path: "/sitemap.xml" });
    expect(sitemap.headers["content-type"]).toBe("application/xml");
    const addresses = [...sitemap.body.toString().matchAll(/<loc>(.*?)<\/loc>/g)];
    expect(addresses.map(([, address]) => address)).toEqual([`${publicOrigin}/welcome`]);
    const robots = await gateway.send({ path: "/robots.txt" });
    expect(robots.body.toString()).toBe(`User-agent: *\nSitemap: ${publicOrigin}/sitemap.xml\n`);
  });

  it("gives link previews absolute addresses", async () => {
    const { body } = await gateway.send({ path: "/welcome" });
    expect(body.toString()).toContain(`content="${publicOrigin}/preview.png"`);
  });

  it("names no address of a page that does not exist", async () => {
    const { headers } = await gateway.send({ path: "/nowhere" });
    expect(headers["link"]).toBeUndefined();
  });

  it("gives each page its own nonce in policy and HTML, and allows nothing inline without it", async () => {
    const nonces = new Set<string | undefined>();
    for (let page = 0; page < 5; page += 1) {
      const { headers, body } = await gateway.send({ path: "/welcome" });
      const policy = String(headers["content-security-policy"]);
      expect(policy).not.toContain("unsafe");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(body.toString()).not.toContain("__CSP_NONCE__");
      const all = new Set([...nonceIn(policy), ...nonceIn(body.toString())]);
      expect(all.size).toBe(1);
      expect(nonceIn(policy)).toHaveLength(2);
      nonces.add([...all][0]);
    }
    expect(nonces.size).toBe(5);
  });

  it("makes text code only through two named policies of Trusted Types", async () => {
    const { headers } = await gateway.send({ path: "/welcome" });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain(
      "; require-trusted-types-for 'script'; trusted-types referral service-worker; ",
    );
  });

  it.each([
    [{}, "no"],
    [{ cookie: "theme=dark; sid=old" }, "yes"],
    [{ cookie: "__Host-sid=old" }, "yes"],
    [{ cookie: "besid=old" }, "no"],
  ])("marks a page requested with the headers %j with session: %s", async (headers, session) => {
    const { body } = await gateway.send({ path: "/welcome", headers });
    expect(body.toString()).toContain(`>"${session}"<`);
  });

  it.each([
    ["/welcome", {}, "The hero"],
    ["/welcome?ref=northside&utm_source=mail", {}, "The hero"],
    ["/", {}, "Log in"],
    ["/", { cookie: "sid=old" }, "Loading"],
    ["/p/Ab_1-2", {}, "/api/receipts/Ab_1-2"],
  ])("serves %s with the headers %j as the page with %s", async (path, headers, hero) => {
    const { body } = await gateway.send({ path, headers });
    expect(body.toString()).toContain(`<h1>${hero}</h1>`);
    expect(body.toString()).not.toContain("__");
  });

  it.each([
    ["a page that is not prerendered", "/auth", {}],
    ["a query that may change the page", "/welcome?auth=true", {}],
    ["a page prerendered for visitors, with a session", "/welcome", { cookie: "sid=old" }],
    ["a value in the path that is not plain", "/p/a&quot;b", {}],
  ])("serves the empty page for %s", async (_name, path, headers) => {
    const { status, body } = await gateway.send({ path, headers });
    expect(status).toBe(200);
    expect(body.toString()).not.toContain("<h1>");
    expect(body.toString()).toContain("csp-nonce");
  });

  it("compresses a page for the client's encodings and forbids caching", async () => {
    const headers = { "accept-encoding": "gzip, deflate, br" };
    const brotli = await gateway.send({ path: "/welcome", headers });
    expect(brotli.headers).toMatchObject({
      "cache-control": "no-store",
      "content-encoding": "br",
      vary: "accept-encoding, cookie",
    });
    expect(brotliDecompressSync(brotli.body).toString()).toContain("The hero");
    const gzip = await gateway.send({ path: "/auth", headers: { "accept-encoding": "gzip" } });
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(gzip.body).toString()).toContain("csp-nonce");
  });

  it("responds to HEAD with the same headers and no body", async () => {
    const head = await gateway.send({ method: "HEAD", path: "/auth" });
    const get = await gateway.send({ path: "/auth" });
    expect(head.status).toBe(200);
    expect(head.body).toHaveLength(0);
    expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
  });

  it("redirects a page on another host name to the public origin with its path and query", async () => {
    const answer = await gateway.send({
      path: "/auth?ref=a%20b",
      headers: { host: "localhost:8080" },
    });
    expect(answer.status).toBe(302);
    expect(answer.headers["location"]).toBe(`${publicOrigin}/auth?ref=a%20b`);
  });
});

const asset = (encoding: string) =>
  gateway.send({ path: "/assets/index-Ab12.js", headers: { "accept-encoding": encoding } });

describe("the link preview of a shared pick", () => {
  const slug = "Ie9sGGfLlyi6iKiPDxjGLg";
  const picture = `<meta property="og:image" content="${publicOrigin}/api/receipts/${slug}/image">`;
  const pageAt = async (path: string) => (await gateway.send({ path })).body.toString();
  const pick = { title: "Open: Jets (Moneyline) at +150", description: "Jets vs. Bills · NFL" };
  const respond = (status: number, body: string) =>
    gateway.upstream.behave((_request, response) => response.writeHead(status).end(body));
  afterEach(() => gateway.upstream.echo());

  it("has the title and description that the prediction service gives, also with a session or a query", async () => {
    let requested: string | undefined;
    gateway.upstream.behave(({ url }, response) => {
      requested = url;
      response.end(JSON.stringify(pick));
    });
    for (const page of [
      await pageAt(`/p/${slug}`),
      await pageAt(`/p/${slug}?fbclid=1`),
      (await gateway.send({ path: `/p/${slug}`, headers: { cookie: "sid=old" } })).body.toString(),
    ]) {
      expect(page).toContain(`<title>${pick.title} · Orbline</title>`);
      expect(page).toMatch(new RegExp(`name="description"\\s+content="${pick.description}"`));
      expect(page).toContain(`<meta property="og:title" content="${pick.title}">`);
      expect(page).toContain(`<meta property="og:description" content="${pick.description}">`);
      expect(page).toContain(`<meta property="og:url" content="${publicOrigin}/p/${slug}">`);
      expect(page).toContain(picture);
    }
    expect(requested).toBe(`/api/receipts/${slug}/preview`);
  });

  it("keeps a team's name from becoming markup", async () => {
    const name = `</title><script>alert("1")</script> $& 'A' & B`;
    const escaped = `&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; $&amp; &#39;A&#39; &amp; B`;
    respond(200, JSON.stringify({ title: name, description: name }));
    const page = await pageAt(`/p/${slug}`);
    expect(page).not.toContain("<script>");
    expect(page).toContain(`<title>${escaped} · Orbline</title>`);
    for (const tag of ['name="description"', 'property="og:title"', 'property="og:description"'])
      expect(page.split(tag)[1]?.trimStart().split(">")[0]).toBe(`content="${escaped}"`);
  });

  it.each([
    ["does not respond", () => gateway.upstream.behave(() => undefined)],
    ["closes the connection", () => gateway.upstream.behave(({ socket }) => socket.destroy())],
    ["fails", () => respond(500, "{}")],
    ["knows no such pick", () => respond(404, JSON.stringify(pick))],
    ["sends something else", () => respond(200, "[]")],
  ])("has general words when the prediction service %s", async (_what, behave) => {
    behave();
    const startMs = performance.now();
    const { status, body } = await gateway.send({ path: `/p/${slug}` });
    expect(performance.now() - startMs).toBeLessThan(5_000);
    expect(status).toBe(200);
    expect(body.toString()).toContain("<title>Orbline</title>");
    expect(body.toString()).toContain(`content="A pick by Orbline, with its proof"`);
    expect(body.toString()).toContain(picture);
  });

  it("is missing at an address that no pick can have", async () => {
    respond(200, JSON.stringify(pick));
    expect(await pageAt("/p/nobody")).not.toContain("og:image");
  });
});

describe("files", () => {
  it("sends the build's compressed form of a file and does not serve it under its own name", async () => {
    const headers = { "accept-encoding": "br" };
    const { body } = await gateway.send({ path: "/assets/app-Cd34.js", headers });
    expect(body.equals(compressedByBuild)).toBe(true);
    const { status } = await gateway.send({ path: "/assets/app-Cd34.js.br" });
    expect(status).toBe(404);
  });

  it("allows caching a hashed asset for a year and compresses it for the client's encodings", async () => {
    const brotli = await asset("gzip, deflate, br");
    expect(brotli.headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "br",
      "content-type": "text/javascript; charset=utf-8",
      vary: "accept-encoding",
    });
    expect(brotliDecompressSync(brotli.body).toString()).toBe(script);
    const gzip = await asset("gzip, br;q=0");
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(gzip.body).toString()).toBe(script);
    const plain = await asset("identity");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body.toString()).toBe(script);
  });

  it("makes clients revalidate a file without a hash and responds 304 while it is unchanged", async () => {
    const first = await gateway.send({ path: "/favicon.svg" });
    expect(first.headers["cache-control"]).toBe("no-cache");
    const etag = String(first.headers["etag"]);
    const again = await gateway.send({ path: "/favicon.svg", headers: { "if-none-match": etag } });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
  });

  it("serves the unchanged bytes of a font", async () => {
    const { body, headers } = await gateway.send({ path: "/assets/font-Ab12.woff2" });
    expect([...body]).toEqual([0, 1, 2, 255]);
    expect(headers["content-type"]).toBe("font/woff2");
  });

  it("serves robots.txt on any host name", async () => {
    const answer = await gateway.send({ path: "/robots.txt", headers: { host: "other.test" } });
    expect(answer.status).toBe(200);
  });

  it.each([
    "/assets/missing.js",
    "/.vite/manifest.json",
    "/.pages/visitor/welcome.html",
    "/index.html",
    "/favicon.ico",
    "/.env",
  ])("responds 404 to %s", async (path) => {
    const answer = await gateway.send({ path });
    expect(answer.status).toBe(404);
    expect(answer.json()["code"]).toBe("file.not-found");
  });
});

describe("reports of pages", () => {
  const report = (body: unknown, more: object = {}) =>
    gateway.send({ method: "POST", path: "/page-reports", body: JSON.stringify(body), ...more });
  const metrics = async () => (await fetch(`${gateway.internalOrigin}/metrics`)).text();
  const visit = { path: "/predictions/prd_secret", vitals: { LCP: 1.25 }, errors: [] };

  it("are measured by the route of the page, without the ids in its address", async () => {
    const errors = [{ name: "TypeError", at: "/assets/home-1a2b3c4d.js:1:234" }];
    expect((await report({ ...visit, layoutShift: 0.02, errors })).status).toBe(204);
    const text = await metrics();
    expect(text).toMatch(
      /web_vital_seconds_bucket\{[^}]*le="1.8"[^}]*page="\/predictions\/:id"[^}]*vital="LCP"[^}]*\} 1/,
    );
    expect(text).toMatch(/web_layout_shift_sum\{[^}]*page="\/predictions\/:id"[^}]*\} 0.02/);
    expect(text).toMatch(/web_errors_total\S* 1/);
    expect(text).not.toContain("prd_secret");
  });

  it.each([
    ["a path without a page", { ...visit, path: "/no-page" }],
    ["an unknown measure", { ...visit, vitals: { FCP: 1 } }],
    ["a negative time", { ...visit, vitals: { LCP: -1 } }],
    ["an error with a text", { ...visit, errors: [{ name: "maria@example.com", at: "unknown" }] }],
    [
      "an error at another site",
      { ...visit, errors: [{ name: "Error", at: "https://x.test/a.js:1:1" }] },
    ],
    [
      "six errors",
      { ...visit, errors: Array.from({ length: 6 }, () => ({ name: "Error", at: "unknown" })) },
    ],
    ["a further field", { ...visit, user: "maria" }],
    ["no object", "visit"],
  ])("are refused with %s", async (_what, body) => {
    expect((await report(body)).status).toBe(400);
  });

  it("are refused by other methods", async () => {
    const { status, headers } = await gateway.send({ path: "/page-reports" });
    expect([status, headers["allow"]]).toEqual([405, "POST"]);
  });
});

describe("reports of the content security policy", () => {
  const report = (body: string | Buffer, more: object = {}) =>
    gateway.send({ method: "POST", path: "/csp-reports", body, ...more });
  const violation = (fields: object) => JSON.stringify({ "csp-report": fields });
  const counted = async () => {
    const text = await (await fetch(`${gateway.internalOrigin}/metrics`)).text();
    return Number(/csp_reports_total\{.*directive="script-src-elem".*\} (\d+)/.exec(text)?.[1]);
  };

  it("are counted by directive at the address that the policy names", async () => {
    const { headers } = await gateway.send({ path: "/welcome" });
    expect(headers["content-security-policy"]).toContain("report-uri /csp-reports");
    const before = await counted();
    const fields = { "effective-directive": "script-src-elem", "blocked-uri": "inline" };
    expect((await report(violation(fields))).status).toBe(204);
    expect(await counted()).toBe(before + 1);
  });

  it.each([
    ["no JSON", "{", 400],
    ["no report", "{}", 400],
    ["a prototype key", '{"__proto__":{"csp-report":{"effective-directive":"img-src"}}}', 400],
    ["a directive that is no text", violation({ "effective-directive": [] }), 400],
    ["more than 16 kB", Buffer.alloc(17_000, 32), 413],
  ])("are refused as %s", async (_what, body, status) => {
    expect((await report(body)).status).toBe(status);
  });

  it("are refused by other methods", async () => {
    const { status, headers } = await gateway.send({ path: "/csp-reports" });
    expect([status, headers["allow"]]).toEqual([405, "POST"]);
  });

  it("are limited per client, apart from pages", async () => {
    const statuses = await Promise.all(Array.from({ length: 70 }, () => report("{}")));
    expect(statuses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect((await gateway.send({ path: "/welcome" })).status).toBe(200);
  });
});

describe("the service worker", () => {
  it("may call the gateway and nothing else, and is asked for again with every visit", async () => {
    const { status, headers } = await gateway.send({ path: "/sw.js" });
    expect([status, headers["cache-control"]]).toEqual([200, "no-cache"]);
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; connect-src 'self'; img-src 'self'",
    );
  });

  it("is replaced by one that removes itself when the configuration says so", async () => {
    const env = { WEB_ROOT: root, SERVICE_WORKER: "remove" };
    const removing = await startHarness(testEngines().redisUrl, env);
    const { status, body } = await removing.send({ path: "/sw.js" });
    expect([status, body.toString()]).toEqual([200, removingWorker]);
    await removing.stop();
  });
});
