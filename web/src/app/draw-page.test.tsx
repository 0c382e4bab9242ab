// @vitest-environment node
import { Window } from "happy-dom";
import { beforeAll, expect, it, vi } from "vitest";
import { populateGlobal } from "vitest/runtime";
import { aPerformance } from "#/testing/performance.ts";
import { answerGet, holdBack, subscriberHome } from "#/testing/server.ts";
import { type Drawn, drawPage } from "./draw-page.tsx";

const cases = [
  ["visitor", "/auth", ["<h1", "Sign In", 'href="/forgot-password"', 'href="/waitlist"']],
  ["visitor", "/welcome", ["PREDICT WITH PRECISION", 'href="/production-signup"', 'href="/auth"']],
  ["visitor", "/how-it-works", ["<h1", 'href="/subscription"']],
  ["visitor", "/subscription", ["Premium Package", "$19.99"]],
  ["visitor", "/record", ["<h1"]],
  ["visitor", "/privacy", ["Privacy Policy"]],
  ["session", "/", ['role="status"']],
] as const satisfies readonly [Drawn, string, readonly string[]][];

const drawn = new Map<string, { styles: string; html: string }>();

// Drawn on another day and in another year, where there is no window, as the build does it.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2025, 0, 9) });
  for (const [whom, path] of cases) drawn.set(path, await drawPage(path, whom));
  vi.useRealTimers();
  populateGlobal(globalThis, new Window({ url: "http://localhost:8080/" }));
});

const drawnAt = (path: string) => drawn.get(path) ?? { styles: "", html: "" };

it.each(cases)("for a %s %s is drawn with its texts and the styles of each element", (...at) => {
  const [, path, texts] = at;
  const { html, styles } = drawnAt(path);
  for (const text of texts) expect(html).toContain(text);
  const classes = new Set([...html.matchAll(/\bob-[a-z0-9]+/g)].map(([name]) => name));
  expect(classes.size).toBeGreaterThan(10);
  expect([...classes].filter((name) => !styles.includes(`.${name}`))).toEqual([]);
  // The policy allows no style in an element, and a script would need a nonce.
  expect(html).not.toMatch(/ style=|<script/);
  expect(html).not.toMatch(/(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d/);
});

it("no form is there to be filled in before it can answer", () => {
  const forms = ["/auth", "/subscription"].flatMap((path) =>
    drawnAt(path).html.match(/<form[^>]*>/g),
  );
  expect(forms).toHaveLength(2);
  for (const form of forms) expect(form).toContain(" inert");
});

it("the home of a session brings the styles of the machine and of predictions, which come later", () => {
  const { html, styles } = drawnAt("/");
  for (const rule of [
    "grid-area:machine",
    "text-overflow:ellipsis",
    "color:var(--ob-colors-fg-win)",
    "color:var(--ob-colors-fg-loss)",
  ])
    expect(styles).toContain(rule);
  expect(html).not.toContain("<form");
});

it("somebody with a session is not told to log in", () => {
  expect(drawnAt("/").html).not.toContain('href="/auth"');
});

/** The page in a browser that has loaded nothing of the app yet. */
const bringPage = (path: string, whom: Drawn) => {
  vi.resetModules();
  const { html, styles } = drawnAt(path);
  window.history.replaceState(null, "", path);
  document.head.innerHTML = `<meta name="session" content="${whom === "visitor" ? "no" : "yes"}">${styles}`;
  document.body.innerHTML = `<div id="root">${html}</div>`;
};

it.each(cases)(
  "for a %s %s is taken over as it was drawn, by a referred person with the light theme",
  async (...at) => {
    const [whom, path] = at;
    const openedAt = new Date(2026, 11, 31, 23, 59);
    vi.useFakeTimers({ toFake: ["Date"], now: openedAt });
    answerGet("/api/model-performance", aPerformance());
    holdBack("/api/user");
    bringPage(path, whom);
    const [{ act, waitFor }, { useThemeStore }, { rememberReferral }, { startApp }] =
      await Promise.all([
        import("@testing-library/react"),
        import("#/stores/theme-store.ts"),
        import("#/shared/referral.ts"),
        import("./start.tsx"),
      ]);
    useThemeStore.setState({ theme: "light" });
    rememberReferral("?ref=northside");
    const root = document.body.firstElementChild as Element;
    const onScreen = ["header", "main", "h1"].map((name) => [name, root.querySelector(name)]);
    const app = await act(() => startApp(root));
    await waitFor(() => expect(root.textContent).toContain(`© ${openedAt.getFullYear()}`));
    // It is what was on screen, not something that looks like it; React's complaints fail the test too.
    expect(["header", "main", "h1"].map((name) => [name, root.querySelector(name)])).toEqual(
      onScreen,
    );
    expect(root.querySelector("[inert]")).toBeNull();
    expect(root.querySelector("[aria-label='Use the dark theme']")).not.toBeNull();
    await act(async () => app.unmount());
  },
);

it("the home of a session is taken over and is then that of its user", async () => {
  subscriberHome();
  bringPage("/", "session");
  const [{ act, waitFor }, { startApp }] = await Promise.all([
    import("@testing-library/react"),
    import("./start.tsx"),
  ]);
  const root = document.body.firstElementChild as Element;
  const header = root.querySelector("header");
  const app = await act(() => startApp(root));
  await waitFor(() => expect(root.querySelector("h1")?.textContent).toBe("Welcome, maria_k"));
  expect(root.querySelector("header")).toBe(header);
  await act(async () => app.unmount());
});

it("a button that was pressed before the app was there is pressed once when it is", async () => {
  bringPage("/auth", "visitor");
  const [{ act }, { useThemeStore }, { startApp }] = await Promise.all([
    import("@testing-library/react"),
    import("#/stores/theme-store.ts"),
    import("./start.tsx"),
  ]);
  useThemeStore.setState({ theme: "dark" });
  const root = document.body.firstElementChild as Element;
  const button = root.querySelector<HTMLButtonElement>("[aria-label='Use the light theme']");
  if (!button) throw new Error("The page has no such button.");
  globalThis.earlyPress = { note: vi.fn<() => void>(), button };
  const app = await act(() => startApp(root));
  expect(root.querySelector("[aria-label='Use the dark theme']")).toBe(button);
  expect(globalThis.earlyPress).toBeUndefined();
  await act(async () => app.unmount());
});
