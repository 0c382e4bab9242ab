import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aPerformance } from "#/testing/performance.ts";
import { anEntry, aProfile, aStored } from "#/testing/predictions.ts";
import { renderApp } from "#/testing/render-app.tsx";
import { aRevenue, anAdminUser, anInvoice, anOverview } from "#/testing/rows.ts";
import {
  anAdmin,
  answerGet,
  aHistory,
  aStatus,
  aUser,
  holdBack,
  refusal,
  signedIn,
  subscriberHome,
} from "#/testing/server.ts";

const listed = { status: aStatus("active"), empty: aHistory() };
const history = aHistory({ predictions: [anEntry()], nextCursor: "c1" });
const profile = aProfile();
const nobody = {
  ...profile,
  totals: { settled: 0, won: 0, lost: 0, staked: 0, returned: 0, profit: 0, open: 0 },
};
const sessions = [
  {
    id: "a".repeat(64),
    device: "Firefox on Linux",
    current: true,
    createdAt: "2026-11-01T10:00:00Z",
    lastSeenAt: "2026-11-20T10:00:00Z",
  },
];
const users = {
  table: "users",
  columns: ["id", "username"],
  rows: [{ id: "u7", username: "thegoalie" }],
  total: 90,
  nextCursor: "c1",
};

function account() {
  signedIn(aUser());
  answerGet("/api/subscription/status", listed.status);
  answerGet("/api/invoices", { invoices: [anInvoice] });
  answerGet("/api/sessions", { sessions });
  answerGet("/api/second-factor", { secondFactor: null, passkeys: [] });
}
const people = {
  visitor: () => signedIn(null),
  owner: account,
  subscriber: () => subscriberHome(),
  admin: () => {
    signedIn(anAdmin());
    answerGet("/api/admin/overview", anOverview);
  },
};

/** User, page, call, first response, and a text of the response. */
const kept = [
  ["visitor", "/welcome", "/api/model-performance", aPerformance(), "See the full record"],
  ["visitor", "/record", "/api/model-performance", aPerformance(), /^Counted/],
  ["subscriber", "/", "/api/subscription/status", listed.status, "Recent predictions"],
  ["subscriber", "/", "/api/predictions", history, /Celtics/],
  ["subscriber", "/history", "/api/predictions", history, "BOS Celtics"],
  ["subscriber", "/history", "/api/predictions", listed.empty, "No predictions yet"],
  ["subscriber", "/history?view=profile", "/api/betting-profile", profile, "$46.38"],
  ["subscriber", "/history?view=profile", "/api/betting-profile", nobody, "No betting profile yet"],
  ["subscriber", "/predictions/p1", "/api/predictions/p1", aStored(), "Simulated slate"],
  ["owner", "/account", "/api/subscription/status", listed.status, "Active"],
  ["owner", "/account", "/api/invoices", { invoices: [anInvoice] }, /ORB-0001/],
  ["owner", "/account", "/api/sessions", { sessions }, "Firefox on Linux"],
  ["admin", "/admin?tab=database", "/api/admin/table/users", users, "thegoalie"],
  [
    "admin",
    "/admin?tab=subscriptions",
    "/api/admin/users/subscriptions",
    [anAdminUser],
    "goalie@example.com",
  ],
  ["admin", "/admin?tab=revenue", "/api/admin/revenue", aRevenue, "25.0%"],
] as const;

const said = "Couldn't refresh. You see the last saved version.";
const down = [refusal("down"), { status: 503 }] as const;

const strip = async (text: string) =>
  within((await screen.findByText(new RegExp(text))).closest<HTMLElement>("[role=alert]")!);

it.each(kept)(
  "shows a %s at %s the cached response of %s when a refetch fails",
  async (who, address, path, answer, text) => {
    people[who]();
    answerGet(path, answer);
    const { user: person, queries } = renderApp(address);
    await screen.findAllByText(text);
    answerGet(path, ...down);
    await act(() => queries.invalidateQueries());
    const warning = await strip(said);
    expect(warning.getByText("req-7f3a")).toBeTruthy();
    expect(screen.getAllByText(text)).not.toEqual([]);
    answerGet(path, answer);
    await person.click(warning.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(screen.queryByText(new RegExp(said))).toBeNull());
    expect(screen.getAllByText(text)).not.toEqual([]);
  },
);

it("removes cached data that the server now refuses", async () => {
  people.admin();
  answerGet("/api/admin/users/subscriptions", [anAdminUser]);
  const { queries } = renderApp("/admin?tab=subscriptions");
  await screen.findAllByText(anAdminUser.username);
  answerGet("/api/admin/users/subscriptions", refusal("Access Denied"), { status: 403 });
  await act(() => queries.invalidateQueries());
  await waitFor(() => expect(screen.queryByText(anAdminUser.username)).toBeNull());
  expect(screen.queryByText(new RegExp(said))).toBeNull();
  expect(screen.getAllByRole("button", { name: "Try Again" })).toHaveLength(1);
});

/** User, address, request, first page, last page, and a text of the first page. */
const lists = [
  ["subscriber", "/history", "/api/predictions", history, aHistory(), "BOS Celtics"],
  [
    "admin",
    "/admin?tab=database",
    "/api/admin/table/users",
    users,
    { ...users, rows: [], nextCursor: null },
    "thegoalie",
  ],
  [
    "admin",
    "/admin?tab=subscriptions",
    "/api/admin/users/subscriptions",
    [anAdminUser],
    [],
    "goalie@example.com",
  ],
] as const;

it.each(lists)(
  "keeps for a %s at %s the loaded pages of %s when the next page fails, and offers a retry",
  async (who, address, path, first, last, text) => {
    people[who]();
    answerGet(path, first, { headers: { "x-next-cursor": "c1" } });
    const { user: person } = renderApp(address);
    await screen.findAllByText(text);
    const before = screen.getAllByText(text).length;
    const failing = answerGet(path, ...down);
    await person.click(screen.getByRole("button", { name: "Load more" }));
    const warning = await strip("Couldn't load more.");
    expect(warning.getByText("req-7f3a")).toBeTruthy();
    expect(screen.getAllByText(text)).toHaveLength(before);
    expect(screen.queryByText(new RegExp(said))).toBeNull();
    expect(failing.count).toBe(1);
    answerGet(path, last);
    await person.click(warning.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(screen.queryByText(/Couldn't load more/)).toBeNull());
  },
);

it.each(lists)(
  "reports to a %s at %s only the failed request while %s is fetched again",
  async (who, address, path, first, last, text) => {
    people[who]();
    const cursor = { headers: { "x-next-cursor": "c1" } };
    answerGet(path, first, cursor);
    const { user: person, queries } = renderApp(address);
    await screen.findAllByText(text);
    answerGet(path, ...down);
    await person.click(screen.getByRole("button", { name: "Load more" }));
    await strip("Couldn't load more.");
    const refetched = holdBack(path, first, cursor);
    act(() => void queries.invalidateQueries());
    await waitFor(() => expect(refetched.count).toBe(1));
    expect(screen.queryByText(new RegExp(said))).toBeNull();
    refetched.respond();
    await waitFor(() => expect(screen.queryByText(/Couldn't load more/)).toBeNull());
    answerGet(path, ...down);
    await act(() => queries.invalidateQueries());
    await strip(said);
    const next = holdBack(path, last);
    await person.click(screen.getByRole("button", { name: "Load more" }));
    await waitFor(() => expect(next.count).toBe(1));
    expect(screen.queryByText(/Couldn't load more/)).toBeNull();
    await strip(said);
  },
);
