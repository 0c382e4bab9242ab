// @vitest-environment node
import { Window } from "happy-dom";
import { prerender } from "react-dom/static";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { populateGlobal } from "vitest/runtime";
import { aPerformance } from "#/testing/performance.ts";
import { answerGet, holdBack, subscriberHome } from "#/testing/server.ts";
import { renderPage, type Audience, type Prerendered } from "./render-page.tsx";

const cases = [
  ["visitor", "/auth", ["<h1", "Sign In", 'href="/forgot-password"', 'href="/waitlist"']],
  ["visitor", "/welcome", ["PREDICT WITH PRECISION", 'href="/production-signup"', 'href="/auth"']],
  ["visitor", "/how-it-works", ["<h1", 'href="/subscription"']],
  ["visitor", "/subscription", ["Premium Package", "$19.99"]],
  ["visitor", "/record", ["<h1"]],
  ["visitor", "/record/proof", ["your browser checks it"]],
  ["visitor", "/privacy", ["Privacy Policy"]],
  ["visitor", "/p/:slug", ["<h1"]],
  ["session", "/", ['role="status"']],
  ["session", "/slate", ["<h1", 'role="status"']],
  ["session", "/history", ["<h1", 'role="status"']],
] as const satisfies readonly [Audience, string, readonly string[]][];

const pages = new Map<string, Prerendered>();

// Renders a page as the build does: without a window, and on another day in another year.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2025, 0, 9) });
  for (const [whom, path] of cases) pages.set(path, await renderPage(path, whom));
  vi.useRealTimers();
  // Removes the contexts of the last page, because the browser's React would find them.
  await prerender("");
  populateGlobal(globalThis, new Window({ url: "http://localhost:8080/" }));
});

// React warns that the renderers of the build and the browser share a process, which happens only in this test.
beforeEach(() => {
  const complain = vi.mocked(console.error).getMockImplementation();
  vi.mocked(console.error).mockImplementation((...parts: unknown[]) => {
    if (!String(parts[0]).startsWith("Detected multiple renderers")) complain?.(...parts);
  });
});

const pageAt = (path: string) => pages.get(path) ?? { html: "", styles: "", globalStyles: "" };

it.each(cases)(
  "prerenders for a %s the page %s with its texts and the styles of each element",
  (...at) => {
    const [, path, texts] = at;
    const { html, styles } = pageAt(path);
    for (const text of texts) expect(html).toContain(text);
    const classes = new Set([...html.matchAll(/\bob-[a-z0-9]+/g)].map(([name]) => name));
    expect(classes.size).toBeGreaterThan(10);
    expect([...classes].filter((name) => !styles.includes(`.${name}`))).toEqual([]);
    // The policy allows no style attributes, and a script would need a nonce.
    expect(html).not.toMatch(/ style=|<script/);
    expect(html).not.toMatch(/(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d/);
  },
);

it("disables forms until they are hydrated", () => {
  const forms = ["/auth", "/subscription"].flatMap((path) =>
    pageAt(path).html.match(/<form[^>]*>/g),
  );
  expect(forms).toHaveLength(2);
  for (const form of forms) expect(form).toContain(" inert");
});

it("prerenders pages for a session without a login link", () => {
  expect(pageAt("/").html).not.toContain('href="/auth"');
});

/** Puts the page into a browser that has not loaded the app. */
function showPage(path: string, whom: Audience) {
  vi.resetModules();
  const { html, styles, globalStyles } = pageAt(path);
  window.history.replaceState(null, "", path);
  document.head.innerHTML = `<meta name="session" content="${whom === "visitor" ? "no" : "yes"}">${globalStyles}${styles}`;
  document.body.innerHTML = `<div id="root">${html}</div>`;
}

it.each(cases)(
  "hydrates for a %s the page %s without a mismatch, with a referral and the light theme",
  async (...at) => {
    const [whom, path] = at;
    const openedAt = new Date(2026, 11, 31, 23, 59);
    vi.useFakeTimers({ toFake: ["Date"], now: openedAt });
    answerGet("/api/model-performance", aPerformance());
    answerGet("/api/record/heads", { keys: [], heads: [] });
    for (const held of ["/api/user", "/api/receipts/*"]) holdBack(held);
    showPage(path, whom);
    const [{ act, waitFor }, { useThemeStore }, { rememberReferral }, { startApp }] =
      await Promise.all([
        import("@testing-library/react"),
        import("#/stores/theme-store.ts"),
        import("#/shared/referral.ts"),
        import("../start.tsx"),
      ]);
    useThemeStore.setState({ theme: "light" });
    rememberReferral("?ref=northside");
    const root = document.body.firstElementChild as Element;
    const onScreen = ["header", "main", "h1"].map((name) => [name, root.querySelector(name)]);
    const app = await act(async () => startApp(root));
    await waitFor(() => expect(root.textContent).toContain(`© ${openedAt.getFullYear()}`));
    // The same elements, not equal ones. A warning of React fails the test too.
    expect(["header", "main", "h1"].map((name) => [name, root.querySelector(name)])).toEqual(
      onScreen,
    );
    expect(root.querySelector("[inert]")).toBeNull();
    // Users have the theme in their menu.
    const hasToggle = root.querySelector("[aria-label='Use the dark theme']") !== null;
    expect(hasToggle).toBe(whom === "visitor");
    await act(async () => app.unmount());
  },
);

it("shows the user after the home page of a session is hydrated", async () => {
  subscriberHome();
  showPage("/", "session");
  const [{ act, waitFor }, { startApp }] = await Promise.all([
    import("@testing-library/react"),
    import("../start.tsx"),
  ]);
  const root = document.body.firstElementChild as Element;
  const header = root.querySelector("header");
  const app = await act(async () => startApp(root));
  await waitFor(() => expect(root.querySelector("h1")?.textContent).toBe("Welcome, maria_k"));
  expect(root.querySelector("header")).toBe(header);
  await act(async () => app.unmount());
});
