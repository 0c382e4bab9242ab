import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { doubleClick, fill, renderApp } from "#/testing/render-app.tsx";
import { anAdminUser as row } from "#/testing/rows.ts";
import {
  anAdmin,
  answerGet,
  answerPost,
  aUser,
  holdBack,
  refusal,
  server,
  signedIn,
} from "#/testing/server.ts";

const denied = "Access Denied - You do not have permission to access this admin area.";

const details = {
  ...row,
  userId: "u7",
  stripeCustomerId: "cus_QxK3abcdef",
  stripeSubscriptionId: "sub_1PzW8d",
  stripeDetails: {
    status: "past_due",
    currentPeriodEnd: "2026-11-20T14:02:00Z",
    cancelAtPeriodEnd: false,
    plan: "monthly",
  },
};

const access = { blockedAt: null, hasSecondFactor: false, openSessions: 2 };

const asAdmin = () => signedIn(anAdmin());

describe("access", () => {
  it("denies the dashboard to a user", async () => {
    signedIn(aUser());
    renderApp("/admin?tab=subscriptions");
    expect(await screen.findByText(denied)).toBeTruthy();
    expect(screen.queryByRole("tab")).toBeNull();
  });

  it.each([
    ["an admin to the tab", anAdmin(), "No payments"],
    ["another user to the denial", aUser(), denied],
  ])("sends a visitor to the sign-in screen and then %s", async (_where, person, shown) => {
    signedIn(null);
    const { user, address } = renderApp("/admin?tab=payments");
    await screen.findByRole("heading", { name: "Sign in to Orbline" });
    expect(address()).toBe("/auth?tab=payments");
    expect(screen.queryByText(denied)).toBeNull();
    answerPost("/api/login", person);
    signedIn(person);
    answerGet("/api/admin/payments", { payments: [], nextCursor: null });
    await fill("Username", person.username);
    await fill("Password", "Secret123");
    await user.click(screen.getByRole("button", { name: "Sign In" }));
    await waitFor(() => expect(address()).toBe("/admin?tab=payments"));
    expect(await screen.findByText(shown)).toBeTruthy();
  });

  it("opens the overview first", async () => {
    asAdmin();
    for (const path of ["/api/admin/overview", "/api/admin/dead-letters", "/api/model-performance"])
      holdBack(path, {});
    renderApp("/admin");
    const first = await screen.findByRole("tab", { name: "Overview" });
    expect(first.getAttribute("aria-selected")).toBe("true");
  });

  it("shows an admin without the prefix the dashboard but not the subscriptions", async () => {
    signedIn(aUser({ role: "admin" }));
    renderApp("/admin");
    expect(await screen.findByRole("tab", { name: "Subscriptions" })).toBeTruthy();
    expect(screen.getByText(denied)).toBeTruthy();
  });

  it.each(["payments", "revenue", "webhooks"])(
    "denies an admin without the prefix the %s",
    async (tab) => {
      signedIn(aUser({ role: "admin" }));
      renderApp(`/admin?tab=${tab}`);
      expect(await screen.findByText(denied)).toBeTruthy();
    },
  );

  it("shows the not-found page of the test checkout to a user who is not an admin", async () => {
    signedIn(aUser());
    renderApp("/test-checkout");
    expect(await screen.findByText("404 Page Not Found")).toBeTruthy();
  });
});

describe("subscriptions", () => {
  beforeEach(() => {
    asAdmin();
    answerGet("/api/admin/user/u7/subscription", details);
    answerGet("/api/admin/user/u7/access", access);
  });

  const openList = async (filters = "") => {
    const requested: string[] = [];
    server.use(
      http.get("*/api/admin/users/subscriptions", ({ request }) => {
        requested.push(new URL(request.url).search);
        return HttpResponse.json([row], { headers: { "x-total-count": "12" } });
      }),
    );
    const app = renderApp(`/admin?tab=subscriptions${filters}`);
    await screen.findByText("12 users found");
    return { ...app, requested };
  };

  const openDetails = async () => {
    const app = await openList();
    const [first] = screen.getAllByRole("button", { name: "View Details of thegoalie" });
    if (first) await app.user.click(first);
    await screen.findByText("sub_1PzW8d");
    return { ...app, dialog: () => within(screen.getByRole("dialog")) };
  };

  it("names the tier in words, and shows a dash without an end date", async () => {
    const trial = { ...row, subscriptionTier: "premium_trial", subscriptionEndDate: null };
    answerGet("/api/admin/users/subscriptions", [trial]);
    renderApp("/admin?tab=subscriptions");
    const line = await screen.findByRole("row", { name: /thegoalie/ });
    expect(within(line).getByText("Premium trial")).toBeTruthy();
    expect(within(line).getByText("\u2013")).toBeTruthy();
  });

  it("sends search and filter to the server and loads the list again on refresh", async () => {
    const { user, requested } = await openList();
    await fill("Username or email", "the");
    await waitFor(() => expect(requested.at(-1)).toBe("?search=the"));
    await user.selectOptions(screen.getByRole("combobox"), "No Status");
    await waitFor(() => expect(requested.at(-1)).toBe("?search=the&status=none"));
    // A running query is not started again.
    await screen.findByText("12 users found");
    const before = requested.length;
    await user.click(screen.getByRole("button", { name: "Refresh" }));
    await waitFor(() => expect(requested.length).toBe(before + 1));
  });

  it("keeps the opened user in the address, and opens the user of the address", async () => {
    const { user, address } = await openDetails();
    expect(address()).toContain("user=thegoalie");
    await user.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(address()).not.toContain("user="));
    cleanup();
    renderApp("/admin?tab=subscriptions&user=thegoalie");
    expect(await screen.findByRole("dialog")).toBeTruthy();
  });

  it("keeps search and filter in the address, and opens with those of the address", async () => {
    const { user, address } = await openList();
    await user.type(screen.getByRole("searchbox"), "the goalie");
    await user.selectOptions(screen.getByRole("combobox"), "No Status");
    const expected = "&q=the+goalie&status=none";
    await waitFor(() => expect(address()).toBe(`/admin?tab=subscriptions${expected}`));
    cleanup();
    const { requested } = await openList(expected);
    expect(requested).toEqual(["?search=the+goalie&status=none"]);
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("the goalie");
  });

  it("shortens the customer id to eight characters in the details", async () => {
    const { dialog } = await openDetails();
    expect(dialog().getByText("cus_QxK3…")).toBeTruthy();
    expect(dialog().getByText("Premium monthly")).toBeTruthy();
  });

  it("writes the end of access and of the period in one form in the details", async () => {
    const { dialog } = await openDetails();
    expect(dialog().getAllByText("2026-11-20 14:02 UTC")).toHaveLength(2);
    expect(dialog().getByText("no")).toBeTruthy();
  });

  it("activates for 30 days by default, offers five durations and shows a toast", async () => {
    const sent = answerPost("/api/admin/user/u7/activate-subscription", { user: row });
    const { user, dialog } = await openDetails();
    await user.click(dialog().getByRole("button", { name: "Activate" }));
    const select = await dialog().findByLabelText<HTMLSelectElement>("Duration");
    expect(select.value).toBe("30");
    expect([...select.options].map(({ value }) => value)).toEqual(["1", "7", "30", "90", "365"]);
    await user.selectOptions(select, "90");
    await user.click(dialog().getByRole("button", { name: "Activate" }));
    expect(
      await screen.findByText("Subscription activated for thegoalie for 90 days"),
    ).toBeTruthy();
    const commandId = expect.stringMatching(/^[a-f0-9-]{36}$/) as string;
    expect(sent).toEqual([{ durationDays: 90, commandId }]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("activates once on a double click", async () => {
    const sent = answerPost("/api/admin/user/u7/activate-subscription", { user: row });
    const { user, dialog } = await openDetails();
    await user.click(dialog().getByRole("button", { name: "Activate" }));
    await dialog().findByLabelText("Duration");
    await doubleClick(dialog().getByRole("button", { name: "Activate" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toHaveLength(1);
  });

  it("retries an activation with the same command id and uses a new id for other days", async () => {
    const path = "/api/admin/user/u7/activate-subscription";
    const sent = answerPost(path, refusal("Billing is down."), { status: 503 });
    const { user, dialog } = await openDetails();
    await user.click(dialog().getByRole("button", { name: "Activate" }));
    const select = await dialog().findByLabelText<HTMLSelectElement>("Duration");
    const press = async (times: number) => {
      await user.click(await dialog().findByRole("button", { name: "Activate" }));
      await waitFor(() => expect(sent).toHaveLength(times));
    };
    await press(1);
    expect(
      await screen.findByText("Failed to activate subscription: Billing is down."),
    ).toBeTruthy();
    await press(2);
    expect(sent[1]).toEqual(sent[0]);
    await user.selectOptions(select, "90");
    await press(3);
    expect(sent[2]?.["commandId"]).not.toBe(sent[0]?.["commandId"]);
  });

  it("asks before it cancels a subscription", async () => {
    const sent = answerPost("/api/admin/user/u7/cancel-subscription", { user: row });
    const { user, dialog } = await openDetails();
    await user.click(dialog().getByRole("button", { name: "Cancel" }));
    const question = await screen.findByRole("alertdialog");
    expect(sent).toEqual([]);
    await user.click(within(question).getByRole("button", { name: "Cancel subscription" }));
    expect(await screen.findByText("Subscription canceled for thegoalie")).toBeTruthy();
    expect(sent).toEqual([{}]);
  });

  it("names the refused command and the server's reason", async () => {
    answerPost("/api/admin/user/u7/cancel-subscription", refusal("Billing is down."), {
      status: 503,
    });
    const { user, dialog } = await openDetails();
    await user.click(dialog().getByRole("button", { name: "Cancel" }));
    const question = await screen.findByRole("alertdialog");
    await user.click(within(question).getByRole("button", { name: "Cancel subscription" }));
    expect(await screen.findByText("Failed to cancel subscription: Billing is down.")).toBeTruthy();
  });

  it("shows that the details failed to load", async () => {
    answerGet("/api/admin/user/u7/access", access);
    answerGet("/api/admin/user/u7/subscription", refusal("Billing is down."), { status: 503 });
    const { user } = await openList();
    const [first] = screen.getAllByRole("button", { name: "View Details of thegoalie" });
    if (first) await user.click(first);
    const failure = "Failed to fetch subscription details: Billing is down.";
    expect(await screen.findByText(failure)).toBeTruthy();
  });

  it("shows that the list failed and loads it again", async () => {
    answerGet("/api/admin/users/subscriptions", refusal("down"), { status: 503 });
    renderApp("/admin?tab=subscriptions");
    expect(await screen.findByText("Failed to fetch subscription data: down")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeTruthy();
  });
});
