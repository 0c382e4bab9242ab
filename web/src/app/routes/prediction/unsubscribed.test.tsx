import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { renderApp } from "#/testing/render-app.tsx";
import {
  answerGet,
  answerPost,
  aStatus,
  aUser,
  refusal,
  signedIn,
  subscriberHome,
} from "#/testing/server.ts";

// The gate hides the machine from a user without a subscription. Without the gate the machine itself decides.
vi.mock("#/features/subscription/gate.tsx", () => ({
  SubscriptionGate: ({ children }: { children: unknown }) => children,
}));

const payUrl = "https://pay.test/cs_1";
const direct = "/api/create-direct-checkout";

beforeEach(() => {
  subscriberHome();
  answerGet("/api/subscription/status", aStatus("none"));
});

async function generate() {
  const app = renderApp("/");
  const button = await screen.findByRole("button", { name: "Generate Prediction" });
  for (const name of ["NBA", "Insane"]) await app.user.click(screen.getByRole("radio", { name }));
  const predicted = answerPost("/api/new-prediction", refusal("Premium subscription required"));
  await app.user.click(button);
  return { ...app, predicted };
}

it("opens a checkout for the account's email and leaves again after 300 and 800 ms", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const ordered = answerPost(direct, { success: true, checkoutUrl: payUrl });
  const { left, predicted } = await generate();
  await waitFor(() => expect(left).toHaveBeenCalledTimes(3));
  expect(left.mock.calls.flat()).toEqual([payUrl, payUrl, payUrl]);
  expect(timers.mock.calls.map(([, ms]) => ms)).toEqual(expect.arrayContaining([300, 800]));
  expect(ordered).toHaveLength(1);
  expect(ordered[0]).toMatchObject({
    email: "maria@example.com",
    plan: "monthly",
    directCheckout: true,
  });
  expect(predicted).toEqual([]);
});

it("reloads the page of a user whose subscription already exists", async () => {
  answerPost(direct, { success: false, alreadySubscribed: true });
  const { left, reloaded } = await generate();
  await waitFor(() => expect(reloaded).toHaveBeenCalledOnce());
  expect(left).not.toHaveBeenCalled();
});

it("stays on the page and ends the busy state after a failed checkout", async () => {
  answerPost(direct, refusal("The provider does not respond."), { status: 503 });
  const { left } = await generate();
  expect(await screen.findByText("The provider does not respond.")).toBeTruthy();
  const button = await screen.findByRole("button", { name: "Generate Prediction" });
  expect(button.hasAttribute("disabled")).toBe(false);
  expect(left).not.toHaveBeenCalled();
});

it("leads a user without an email to the sign-in to subscribe", async () => {
  signedIn(aUser({ email: null }));
  const ordered = answerPost(direct, { success: true });
  const { address, predicted } = await generate();
  await waitFor(() => expect(address()).toBe("/auth?subscribe=true"));
  expect(ordered).toEqual([]);
  expect(predicted).toEqual([]);
});
