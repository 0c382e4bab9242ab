import { createHash } from "node:crypto";
import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it, onTestFinished, vi } from "vitest";
import { browserWithPush } from "#/testing/push.ts";
import { renderApp } from "#/testing/render-app.tsx";
import { answerGet, refusal, server, subscriberHome } from "#/testing/server.ts";

const vapidPublicKey = `B${"A".repeat(86)}`;
const turnOn = "Turn on push notifications";

/** The account page of a user, and the devices that the server knows. */
const openAccount = ({ refuses = false } = {}) => {
  subscriberHome();
  answerGet("/api/invoices", { invoices: [] });
  answerGet("/api/sessions", { sessions: [] });
  answerGet("/api/second-factor", { secondFactor: null, passkeys: [] });
  const addedAt = "2026-11-20T10:00:00Z";
  const devices = [{ id: "a".repeat(64), name: "Firefox on Linux", addedAt }];
  const added: { endpoint: string }[] = [];
  server.use(
    http.get("*/api/push-devices", () => HttpResponse.json({ vapidPublicKey, devices })),
    http.post("*/api/push-devices", async ({ request }) => {
      if (refuses) return HttpResponse.json(refusal("Remove one of them first."), { status: 409 });
      const body = (await request.json()) as { endpoint: string };
      added.push(body);
      const id = createHash("sha256").update(body.endpoint).digest("hex");
      devices.push({ id, name: "Chrome on Android", addedAt });
      return new HttpResponse(null, { status: 204 });
    }),
    http.delete("*/api/push-devices/:id", ({ params }) => {
      const at = devices.findIndex(({ id }) => id === params["id"]);
      devices.splice(at, 1);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return { ...renderApp("/account"), devices, added };
};

const withPush = (options?: Parameters<typeof browserWithPush>[0]) => {
  const browser = browserWithPush(options);
  onTestFinished(browser.restore);
  return browser;
};

it("asks for permission after a click, registers this browser, and turns it off again", async () => {
  const browser = withPush();
  const { user, added } = openAccount();
  const button = await screen.findByRole("button", { name: turnOn });
  expect(screen.queryByText("This device")).toBeNull();
  expect(browser.state.requests).toBe(0);
  await user.click(button);
  await screen.findByText("This device");
  expect(added).toEqual([browser.subscription]);
  expect(browser.state).toMatchObject({ requests: 1, keyBytes: 65 });
  await user.click(screen.getByRole("button", { name: "Turn off push notifications" }));
  await screen.findByRole("button", { name: turnOn });
  expect(browser.isSubscribed()).toBe(false);
  expect(screen.queryByText("Chrome on Android")).toBeNull();
});

it("lists the other devices and removes one", async () => {
  withPush();
  const { user } = openAccount();
  await user.click(await screen.findByRole("button", { name: "Remove Firefox on Linux" }));
  await waitFor(() => expect(screen.queryByText("Firefox on Linux")).toBeNull());
});

it("leaves no subscription in a browser that the server refuses, and says why", async () => {
  const browser = withPush();
  const { user } = openAccount({ refuses: true });
  await user.click(await screen.findByRole("button", { name: turnOn }));
  await screen.findByText("Remove one of them first.");
  expect(browser.isSubscribed()).toBe(false);
});

it("explains how to allow notifications that the browser blocks, in place of the button", async () => {
  const browser = withPush({ answer: "denied" });
  const { user } = openAccount();
  await user.click(await screen.findByRole("button", { name: turnOn }));
  await screen.findByText(/Your browser blocks notifications/);
  expect(screen.queryByRole("button", { name: turnOn })).toBeNull();
  expect(browser.isSubscribed()).toBe(false);
});

it.each([
  ["a browser without push messages", "Mozilla/5.0 (X11; Linux x86_64)", /has no push/],
  ["an iPhone without the installed app", "Mozilla/5.0 (iPhone; CPU)", /Add to Home Screen/],
])("says in one sentence what %s lacks, and lists the devices", async (_what, agent, sentence) => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(agent);
  openAccount();
  await screen.findByText(sentence);
  expect(screen.queryByRole("button", { name: turnOn })).toBeNull();
  expect(screen.getByText("Firefox on Linux")).toBeTruthy();
});

it("says nothing about push notifications without keys of the installation", async () => {
  withPush();
  openAccount();
  answerGet("/api/push-devices", { vapidPublicKey: null, devices: [] });
  await screen.findByRole("combobox", { name: "Emails" });
  await waitFor(() => expect(screen.queryByLabelText("Loading your devices")).toBeNull());
  expect(screen.queryByText(/push notifications/i)).toBeNull();
});
