import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { noticesQuery } from "#/features/prediction/notices/api.ts";
import { anEntry } from "#/testing/predictions.ts";
import { renderApp } from "#/testing/render-app.tsx";
import { answerGet, answerPost, subscriberHome } from "#/testing/server.ts";

beforeEach(() => subscriberHome());

const won = { ...anEntry({ id: "prd_1", profit: 105 }), bet: null, isUnread: true };
const lost = {
  ...anEntry({ id: "prd_2", outcome: "lost", profit: -100 }),
  bet: { outcome: "lost", profit: -12.5 },
  isUnread: false,
};

it("counts unread settled picks on the bell, lists them and marks them as read", async () => {
  answerGet("/api/notices", { notices: [won, lost] });
  const sent = answerPost("/api/notices/read", null);
  const { user, address } = renderApp("/");
  const bell = await screen.findByRole("link", { name: "Settled picks: 1 unread" });
  expect(bell.textContent).toBe("1");
  await user.click(bell);
  expect(address()).toBe("/notices");
  const rows = await screen.findAllByRole("listitem");
  const row = (text: string) => within(rows.find((one) => one.textContent.includes(text))!);
  expect(row("+$105.00").getByText("Unread")).toBeTruthy();
  expect(rows[0]?.textContent, "the mark before the name").toMatch(/^Unread/);
  expect(row("+$105.00").getByText("if bet")).toBeTruthy();
  expect(row("+$105.00").getByText("$100.00 suggested")).toBeTruthy();
  expect(row("−$12.50").getByText(/^Nov 20/)).toBeTruthy();
  expect(row("−$12.50").getByText("Your bet")).toBeTruthy();
  expect(row("−$12.50").queryByText("if bet")).toBeNull();
  expect(row("−$12.50").queryByText("Unread")).toBeNull();
  await screen.findByRole("link", { name: "Settled picks" });
  expect(sent).toEqual([{ ids: ["prd_1"] }]);
  // The mark stays while the page is open.
  expect(row("+$105.00").getByText("Unread")).toBeTruthy();
});

it("keeps settled picks unread when they could not be marked", async () => {
  answerGet("/api/notices", { notices: [won] });
  const sent = answerPost("/api/notices/read", null, { status: 503 });
  renderApp("/notices");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(await screen.findByRole("link", { name: "Settled picks: 1 unread" })).toBeTruthy();
});

it("shows only the unread settled picks when asked, and keeps the filter in the address", async () => {
  answerGet("/api/notices", { notices: [won, lost] });
  answerPost("/api/notices/read", null);
  const { user, address } = renderApp("/notices");
  await user.click(await screen.findByRole("button", { name: "Unread only", pressed: false }));
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("+$105.00"),
  ]);
  expect(address()).toBe("/notices?show=unread");
  await user.click(screen.getByRole("button", { name: "Unread only", pressed: true }));
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
  expect(address()).toBe("/notices");
});

it("groups settled picks by how long ago they were settled", async () => {
  const hourMs = 3_600_000;
  const settled = (id: string, hoursAgo: number) => ({
    ...lost,
    id,
    settledAt: new Date(Date.now() - hoursAgo * hourMs).toISOString(),
  });
  answerGet("/api/notices", {
    notices: [
      settled("prd_1", 0),
      settled("prd_2", 30),
      settled("prd_3", 160),
      settled("prd_4", 180),
    ],
  });
  renderApp("/notices");
  await screen.findByRole("heading", { level: 2, name: "Today" });
  const counts = ["Today", "Last 7 days", "Earlier"].map((name) => {
    const section = screen.getByRole("heading", { level: 2, name }).parentElement!;
    return within(section).getAllByRole("listitem").length;
  });
  expect(counts).toEqual([1, 2, 1]);
});

it("says that every settled pick is read, and shows all of them again", async () => {
  answerGet("/api/notices", { notices: [lost] });
  const { user } = renderApp("/notices?show=unread");
  expect(await screen.findByRole("heading", { name: "Nothing unread" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show all" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
});

it("offers no filter while every settled pick is unread", async () => {
  answerGet("/api/notices", { notices: [won] });
  answerPost("/api/notices/read", null);
  renderApp("/notices");
  await screen.findByText("+$105.00");
  expect(screen.queryByRole("button", { name: "Unread only" })).toBeNull();
});

it("says that nothing has settled yet", async () => {
  renderApp("/notices");
  expect(await screen.findByRole("heading", { name: "No settled picks yet" })).toBeTruthy();
});

it("looks for new settled picks after a navigation, at most once a minute", async () => {
  const requests = answerGet("/api/notices", { notices: [] });
  const { user, queries } = renderApp("/terms");
  await waitFor(() => expect(requests.count).toBe(1));
  await user.click(await screen.findByRole("link", { name: "Privacy" }));
  await screen.findByRole("heading", { name: "Privacy Policy" });
  expect(requests.count).toBe(1);
  const updatedAt = Date.now() - 61_000;
  queries.setQueryData(noticesQuery.queryKey, { notices: [] }, { updatedAt });
  await user.click(screen.getByRole("link", { name: "Terms" }));
  await waitFor(() => expect(requests.count).toBe(2));
});
