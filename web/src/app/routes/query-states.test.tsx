import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { aPerformance } from "#/testing/performance.ts";
import { renderApp } from "#/testing/render-app.tsx";
import {
  anAdmin,
  answerGet,
  aStatus,
  aUser,
  holdBack,
  refusal,
  signedIn,
  subscriberHome,
} from "#/testing/server.ts";

const people = {
  visitor: () => signedIn(null),
  user: () => {
    signedIn(aUser());
    answerGet("/api/subscription/status", aStatus("active"));
    answerGet("/api/model-performance", aPerformance());
    answerGet("/api/estimates", { sport: "nba", games: [] });
  },
  subscriber: () => subscriberHome(),
  admin: () => signedIn(anAdmin()),
};

/** Every page with its own query: user, address, request, and the error that the page shows. */
const queries = [
  ["visitor", "/welcome", "/api/model-performance", "The record did not load"],
  ["visitor", "/record", "/api/model-performance", "The record did not load"],
  ["user", "/slate?sport=nba", "/api/slate", "The games did not load"],
  ["user", "/history", "/api/predictions", "The list did not load"],
  ["user", "/history?view=profile", "/api/betting-profile", "The profile did not load"],
  ["user", "/predictions/p1", "/api/predictions/p1", "The prediction did not load"],
  ["user", "/", "/api/subscription/status", "We couldn't load your subscription"],
  ["subscriber", "/", "/api/predictions", "The list did not load"],
  [
    "visitor",
    "/subscription-success?session_id=cs_1",
    "/api/subscription-details",
    "Failed to retrieve subscription details",
  ],
  ["admin", "/admin?tab=database", "/api/admin/table/users", "Failed to fetch users data"],
  [
    "admin",
    "/admin?tab=subscriptions",
    "/api/admin/users/subscriptions",
    "Failed to fetch subscription data",
  ],
  ["admin", "/admin?tab=payments", "/api/admin/payments", "Failed to fetch payments"],
  ["admin", "/admin?tab=revenue", "/api/admin/revenue", "Failed to fetch revenue"],
  ["admin", "/admin?tab=webhooks", "/api/admin/webhooks", "Failed to fetch webhooks"],
  ["admin", "/admin?tab=security", "/api/admin/security-events", "Failed to fetch security events"],
  ["admin", "/admin?tab=audit", "/api/admin/audit", "Failed to fetch the audit log"],
] as const;

it.each(queries)(
  "shows a %s at %s a busy state while %s is pending, then the error: %s",
  async (...row) => {
    const [who, address, path, title] = row;
    people[who]();
    const calls = holdBack(path, refusal("Nobody is there."), { status: 503 });
    const { user: person } = renderApp(address);
    await waitFor(() => expect(calls.count).toBeGreaterThan(0));
    expect(screen.queryByRole("heading", { name: title })).toBeNull();
    expect(document.querySelector("[aria-busy=true], [role=status]")).not.toBeNull();
    calls.respond();
    expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
    expect(screen.getAllByText("req-7f3a")).not.toEqual([]);
    const before = calls.count;
    await person.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(calls.count).toBe(before + 1));
  },
);
