import type { GuardrailsResponse } from "@orbline/proto/http/prediction/guardrails";
import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse, type JsonBodyType } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { renderApp } from "#/testing/render-app.tsx";
import {
  answerGet,
  answerPost,
  aStatus,
  aUser,
  noGuardrails,
  refusal,
  server,
  signedIn,
} from "#/testing/server.ts";

const { day: limit } = noGuardrails.limits;
const guardrails: GuardrailsResponse = {
  ...noGuardrails,
  limits: {
    ...noGuardrails.limits,
    day: { ...limit, limit: 5, used: 3 },
    week: { ...limit, used: 9 },
    stakeMonth: { ...limit, limit: 200, used: 87.5 },
  },
};
const waiting = (confirmableAt: string) => ({
  ...guardrails,
  limits: {
    ...guardrails.limits,
    day: {
      ...guardrails.limits.day,
      pending: { limit: 10, confirmableAt, expiresAt: "2099-11-27T10:00:00Z" },
    },
  },
});

const answerPatch = (body: JsonBodyType) => {
  const received: unknown[] = [];
  server.use(
    http.patch("*/api/guardrails/limits", async ({ request }) => {
      received.push(await request.json());
      return HttpResponse.json(body);
    }),
  );
  return received;
};

beforeEach(() => {
  signedIn(aUser());
  answerGet("/api/subscription/status", aStatus("active"));
  answerGet("/api/invoices", { invoices: [] });
  answerGet("/api/sessions", { sessions: [] });
  answerGet("/api/second-factor", { secondFactor: null, passkeys: [] });
  answerGet("/api/guardrails", guardrails);
});

describe("the guardrails panel", () => {
  it("shows each limit with its use", async () => {
    renderApp("/account");
    expect(await screen.findByText("3 so far · limit 5")).toBeTruthy();
    expect(screen.getByText("9 so far · no limit")).toBeTruthy();
    expect(screen.getByText("$87.50 so far · limit $200")).toBeTruthy();
  });

  it("says at a limit that is lower than that of a shorter period that it counts", async () => {
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Change limits" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Change limits" }));
    const hint = "Lower than your limit per day. The lower one counts.";
    expect(dialog.queryByText(hint)).toBeNull();
    const week = dialog.getByRole("textbox", { name: "Predictions per week", description: "" });
    await user.type(week, "3");
    expect(dialog.getByText(hint)).toBeTruthy();
    expect(
      dialog.getByRole("textbox", { name: "Predictions per week", description: hint }),
    ).toBeTruthy();
    await user.type(week, "0");
    expect(dialog.queryByText(hint)).toBeNull();
    await user.clear(week);
    await user.type(week, "1,000");
    expect(dialog.queryByText(hint), "a text that is no number").toBeNull();
  });

  it("sends the limits that changed only, and shows the new ones", async () => {
    const limits = { ...guardrails.limits, week: { ...limit, limit: 20, used: 9 } };
    const sent = answerPatch({ ...guardrails, limits });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Change limits" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Change limits" }));
    expect(dialog.getByText(/A higher limit, or none, waits 24 hours/)).toBeTruthy();
    await user.type(dialog.getByRole("textbox", { name: "Predictions per week" }), "20");
    await user.click(dialog.getByRole("button", { name: "Save limits" }));
    expect(await screen.findByText("9 so far · limit 20")).toBeTruthy();
    expect(sent).toEqual([{ week: 20 }]);
  });

  it("says once in the dialog of limits how to have no limit", async () => {
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Change limits" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Change limits" }));
    expect(dialog.getAllByText(/empty for no limit/)).toHaveLength(1);
    expect(dialog.getAllByText("In dollars.")).toHaveLength(3);
  });

  it("lowers a limit of stakes, in dollars", async () => {
    const sent = answerPatch(guardrails);
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Change limits" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Change limits" }));
    const field = dialog.getByRole("textbox", { name: "Stakes per month" });
    await user.clear(field);
    await user.type(field, "150");
    await user.click(dialog.getByRole("button", { name: "Save limits" }));
    await waitFor(() => expect(sent).toEqual([{ stakeMonth: 150 }]));
  });

  it("shows at the field that a limit is no whole number", async () => {
    const sent = answerPatch(guardrails);
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Change limits" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Change limits" }));
    await user.type(dialog.getByRole("textbox", { name: "Predictions per week" }), "1.5");
    await user.click(dialog.getByRole("button", { name: "Save limits" }));
    expect(await dialog.findByText("A limit is a whole number from 1 to 1000.")).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it("says from when a higher limit can be confirmed, without a button until then", async () => {
    answerGet("/api/guardrails", waiting("2099-11-20T10:00:00Z"));
    const path = "*/api/guardrails/limits/day/pending";
    server.use(http.delete(path, () => HttpResponse.json(guardrails)));
    const { user } = renderApp("/account");
    expect(
      await screen.findByText(/asked for 10 predictions per day. You can confirm/),
    ).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Confirm/ })).toBeNull();
    await user.click(
      screen.getByRole("button", { name: "Keep the old limit: Predictions per day" }),
    );
    await waitFor(() => expect(screen.queryByText(/asked for 10/)).toBeNull());
  });

  it("confirms a higher limit after its wait", async () => {
    answerGet("/api/guardrails", waiting("2020-01-01T00:00:00Z"));
    const day = { ...limit, limit: 10, used: 3 };
    const limits = { ...guardrails.limits, day };
    answerPost("/api/guardrails/limits/day/confirm", { ...guardrails, limits });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Confirm: Predictions per day" }));
    expect(await screen.findByText("3 so far · limit 10")).toBeTruthy();
  });

  it("says what a time-out does before it starts, and then until when it runs", async () => {
    const timeOutUntil = "2026-12-03T10:00:00Z";
    const sent = answerPost("/api/guardrails/time-out", { ...guardrails, timeOutUntil });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Take a time-out" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Take a time-out" }));
    expect(dialog.getByText(/You cannot end it early/)).toBeTruthy();
    const length = dialog.getByRole("combobox", { name: "Length of the time-out" });
    await user.selectOptions(length, "1 week");
    await user.click(dialog.getByRole("button", { name: "Start the time-out" }));
    expect(await screen.findByText(/^You are taking a time-out until Dec 3, 2026/)).toBeTruthy();
    expect(sent).toEqual([{ days: 7 }]);
  });

  it("shows the refusal of a shorter time-out in the dialog", async () => {
    const text = "Your time-out runs until Dec 3. You can make it longer, not shorter.";
    answerPost("/api/guardrails/time-out", refusal(text), { status: 409 });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Take a time-out" }));
    await user.click(await screen.findByRole("button", { name: "Start the time-out" }));
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it("excludes the user only after the box is ticked, and then says until when", async () => {
    const selfExcludedUntil = "2027-11-26T10:00:00Z";
    const sent = answerPost("/api/guardrails/self-exclusion", { ...guardrails, selfExcludedUntil });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Exclude yourself" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Exclude yourself" }));
    expect(dialog.getByText(/Your plan stops renewing at the end of the period/)).toBeTruthy();
    const length = dialog.getByRole("combobox", { name: "Length of the self-exclusion" });
    await user.selectOptions(length, "1 year");
    await user.click(dialog.getByRole("button", { name: "Exclude me" }));
    expect(await dialog.findByText("Please confirm that you understand this.")).toBeTruthy();
    expect(sent).toEqual([]);
    await user.click(dialog.getByRole("checkbox", { name: /cannot be undone/ }));
    await user.click(dialog.getByRole("button", { name: "Exclude me" }));
    expect(await screen.findByText(/^You have excluded yourself until Nov 26, 2027/)).toBeTruthy();
    expect(sent).toEqual([{ months: 12, understood: true }]);
  });

  it("says without a reload that the plan of a user who is excluded stops renewing", async () => {
    const periodEnd = "2026-12-21T09:43:00Z";
    const statusThat = (cancelAtPeriodEnd: boolean) => ({
      ...aStatus("active"),
      plan: "monthly",
      periodEnd,
      cancelAtPeriodEnd,
      recurring: { plan: "monthly", periodEnd, cancelAtPeriodEnd },
    });
    // Billing hears of the exclusion after the first refetch.
    const statuses = [statusThat(false), statusThat(false)];
    server.use(
      http.get("*/api/subscription/status", () =>
        HttpResponse.json(statuses.shift() ?? statusThat(true)),
      ),
    );
    const selfExcludedUntil = "2027-11-26T10:00:00Z";
    answerPost("/api/guardrails/self-exclusion", { ...guardrails, selfExcludedUntil });
    const { user } = renderApp("/account");
    expect(await screen.findByRole("button", { name: "Cancel plan" })).toBeTruthy();
    await user.click(await screen.findByRole("button", { name: "Exclude yourself" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Exclude yourself" }));
    await user.click(dialog.getByRole("checkbox"));
    await user.click(dialog.getByRole("button", { name: "Exclude me" }));
    expect(await screen.findByText("Won't renew", {}, { timeout: 5_000 })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Cancel plan" })).toBeNull();
  });

  it("offers a user who is excluded no plan to resume", async () => {
    const ending = { plan: "monthly", periodEnd: "2026-12-21T09:43:00Z", cancelAtPeriodEnd: true };
    answerGet("/api/subscription/status", { ...aStatus("active"), ...ending });
    const { user } = renderApp("/account");
    expect(await screen.findByRole("button", { name: "Resume plan" })).toBeTruthy();
    const selfExcludedUntil = "2027-11-26T10:00:00Z";
    answerPost("/api/guardrails/self-exclusion", { ...guardrails, selfExcludedUntil });
    await user.click(await screen.findByRole("button", { name: "Exclude yourself" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Exclude yourself" }));
    await user.click(dialog.getByRole("checkbox", { name: /cannot be undone/ }));
    await user.click(dialog.getByRole("button", { name: "Exclude me" }));
    await screen.findByText(/^You have excluded yourself until/);
    expect(screen.queryByRole("button", { name: "Resume plan" })).toBeNull();
    expect(screen.getByRole("button", { name: "Change card" })).toBeTruthy();
  });

  it("offers a user who is excluded no time-out, no plan and no messages about picks", async () => {
    answerGet("/api/guardrails", { ...guardrails, selfExcludedUntil: "2099-11-26T10:00:00Z" });
    answerGet("/api/subscription/status", aStatus("none"));
    answerGet("/api/push-devices", { vapidPublicKey: `B${"A".repeat(86)}`, devices: [] });
    renderApp("/account");
    expect(await screen.findByRole("button", { name: /^Make it longer/ })).toBeTruthy();
    const excluded = /^You've excluded yourself until Nov 26, 2099.+ we send nothing/;
    expect(await screen.findByText(excluded)).toBeTruthy();
    expect(await screen.findByText(/^You're not being charged. You've excluded/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Take a time-out" })).toBeNull();
    expect(screen.queryByRole("link", { name: "See the Premium Package" })).toBeNull();
    expect(screen.queryByText("Push notifications on this device")).toBeNull();
    expect(within(screen.getByRole("main")).queryByText(/break/)).toBeNull();
  });

  it("leads a break that runs by its end, and offers only to make it longer", async () => {
    const timeOutUntil = "2099-12-03T10:00:00Z";
    const selfExcludedUntil = "2099-11-26T10:00:00Z";
    answerGet("/api/guardrails", { ...guardrails, timeOutUntil, selfExcludedUntil });
    const { user } = renderApp("/account");
    expect(await screen.findByText(/^You are taking a time-out until Dec 3, 2099/)).toBeTruthy();
    expect(screen.getByText(/^You have excluded yourself until Nov 26, 2099/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Take a time-out" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Exclude yourself" })).toBeNull();
    expect(screen.getAllByText("Make it longer")).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Make it longer: Take a time-out" }));
    expect(await screen.findByRole("alertdialog", { name: "Take a time-out" })).toBeTruthy();
  });

  it("loads again after a failure", async () => {
    answerGet("/api/guardrails", refusal("down"), { status: 503 });
    renderApp("/account");
    const name = "Your guardrails did not load";
    expect(await screen.findByRole("heading", { name })).toBeTruthy();
  });
});
