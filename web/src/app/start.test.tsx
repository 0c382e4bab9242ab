import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { answerGet, refusal } from "#/testing/server.ts";
import { rememberSignIn } from "#/stores/session-store.ts";
import { startApp } from "./start.tsx";

afterEach(() => {
  document.querySelector("meta[name=session]")?.remove();
  document.body.replaceChildren();
  window.history.replaceState(null, "", "/");
});

async function start({ session, path }: { session: string; path: string }) {
  const meta = document.createElement("meta");
  Object.assign(meta, { name: "session", content: session });
  document.head.append(meta);
  window.history.replaceState(null, "", path);
  const element = document.body.appendChild(document.createElement("div"));
  const app = await act(async () => startApp(element));
  return () => act(async () => app.unmount());
}

const nobody = () => answerGet("/api/user", refusal("Sign in first."), { status: 401 });

it.each(["/", "/auth"])(
  "shows the sign-in page at %s to a browser without a session, without a user query",
  async (path) => {
    const requested = nobody();
    const stop = await start({ session: "no", path: `${path}?ref=northside` });
    expect(await screen.findByRole("tab", { name: "Register" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Login" })).toBeTruthy();
    expect(window.location.pathname + window.location.search).toBe("/auth?ref=northside");
    expect(requested.count).toBe(0);
    await stop();
  },
);

it.each([
  { path: "/", known: false, title: "Create your account" },
  { path: "/", known: true, title: "Sign in to Orbline" },
  { path: "/auth", known: false, title: "Sign in to Orbline" },
])(
  "titles the sign-in page $title at $path when a sign-in before is $known",
  async ({ path, known, title }) => {
    if (known) rememberSignIn();
    const stop = await start({ session: "no", path });
    expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
    expect(document.activeElement).toBe(document.body);
    await stop();
  },
);

it.each(["yes", "__SESSION__"])(
  "queries the user when the session meta tag is %s",
  async (session) => {
    const requested = nobody();
    const stop = await start({ session, path: "/terms" });
    expect(await screen.findByRole("link", { name: "Login" })).toBeTruthy();
    expect(requested.count).toBe(1);
    await stop();
  },
);

it("loads the page of a link when the pointer is over it, before a click", async () => {
  nobody();
  const loaded = vi.fn<() => object>(() => ({ HowItWorksPage: () => null }));
  vi.doMock("./routes/how-it-works.tsx", loaded);
  const stop = await start({ session: "no", path: "/terms" });
  const link = await screen.findByRole("link", { name: "How It Works" });
  expect(loaded).not.toHaveBeenCalled();
  fireEvent.pointerOver(link.firstElementChild ?? link);
  await waitFor(() => expect(loaded).toHaveBeenCalledTimes(1));
  vi.doUnmock("./routes/how-it-works.tsx");
  await stop();
});
