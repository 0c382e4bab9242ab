import { fireEvent, screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { useToastStore } from "#/stores/toast-store.ts";
import { aPerformance } from "#/testing/performance.ts";
import { fill, renderApp } from "#/testing/render-app.tsx";
import {
  anAdmin,
  answerGet,
  aStatus,
  aUser,
  holdBack,
  server,
  signedIn,
} from "#/testing/server.ts";
import { specCheckouts } from "#/testing/spec-checkouts.ts";
import { specPages } from "#/testing/spec-pages.ts";
import type { SpecRow } from "#/testing/spec-row.ts";
import { specSignUpPanel } from "#/testing/spec-sign-up-panel.ts";
import { specSignIns } from "#/testing/spec-sign-ins.ts";

const visitors = {
  user: aUser(),
  "user without email": aUser({ email: null }),
  admin: anAdmin(),
};

/** Mocks the responses of a row. Returns a function that lists the paths not requested yet. */
const answer = ({ as, given = {}, silent }: SpecRow) => {
  const unasked = new Set(Object.keys(given));
  signedIn(as ? visitors[as] : null);
  answerGet("/api/subscription/status", aStatus("none"));
  answerGet("/api/model-performance", aPerformance());
  for (const [path, [body, status = 200]] of Object.entries(given))
    server.use(
      http.all(`*${path}`, () => {
        unasked.delete(path);
        return HttpResponse.json(body, { status });
      }),
    );
  const held = silent === undefined ? undefined : holdBack(silent);
  return () => [...unasked, ...(held?.count === 0 ? [silent] : [])];
};

const refuseToLeave = () => {
  throw new Error("The browser stays.");
};

const isFree = async (name: string) => {
  const button = await screen.findByRole("button", { name });
  await waitFor(() => expect(button.hasAttribute("disabled")).toBe(false));
  return button;
};

const words = () => document.body.textContent.replaceAll(/\s+/g, " ");

const rows = [...specPages, ...specSignIns, ...specSignUpPanel, ...specCheckouts];

it.each(rows)("$name", async (row) => {
  const unasked = answer(row);
  const timers = vi.spyOn(globalThis, "setTimeout");
  const { user, left } = renderApp(row.path);
  if (row.stuck) left.mockImplementation(refuseToLeave);
  for (const name of row.open ?? []) await user.click(await screen.findByRole("tab", { name }));
  if (row.choose) await user.click(await screen.findByRole("radio", { name: row.choose }));
  for (const [label, value] of Object.entries(row.fill ?? {})) await fill(label, value);
  if (row.tick) await user.click(await screen.findByRole("checkbox"));
  for (const name of row.press ?? []) await user.click(await isFree(name));
  if (row.enter !== undefined) fireEvent.submit(await screen.findByLabelText(row.enter));
  await waitFor(() => {
    const missing = row.says.filter((text) => !words().includes(text));
    expect(missing).toEqual([]);
  });
  // A request that starts later would run in the next test.
  await waitFor(() => expect(unasked()).toEqual([]));
  for (const text of row.lacks ?? []) expect(words()).not.toContain(text);
  expect(timers.mock.calls.map(([, ms]) => ms)).toEqual(
    expect.arrayContaining([...(row.waitsMs ?? [])]),
  );
  expect(useToastStore.getState().toast?.durationMs).toBe(row.lastsMs);
  // A page that is about to leave must not leave in the next test.
  for (const [call, [, ms]] of timers.mock.calls.entries())
    if (row.waitsMs?.includes(ms ?? 0)) clearTimeout(timers.mock.results[call]?.value);
});
