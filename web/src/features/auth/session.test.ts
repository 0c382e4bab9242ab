import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { waitFor } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { useSessionStore } from "#/stores/session-store.ts";
import { answerPost, aUser, signedIn } from "#/testing/server.ts";
import { currentUserQuery, logout, rememberUser } from "./api.ts";
import { followOtherTabs, isAdmin } from "./session.ts";

const maria = aUser();
const jo = aUser({ id: "jo", username: "jo" });

/** A tab with a user and cached predictions. */
const tabOf = (user: typeof maria | null) => {
  const client = new QueryClient();
  rememberUser(client, user);
  client.setQueryData(["/api/predictions"], "theirs");
  onTestFinished(new QueryObserver(client, currentUserQuery).subscribe(() => undefined));
  onTestFinished(followOtherTabs(client));
  return client;
};

const userOf = (client: QueryClient) => client.getQueryData(currentUserQuery.queryKey);
const theirsOf = (client: QueryClient) => client.getQueryData(["/api/predictions"]);

it("switches to the new user when another user signs in in another tab", async () => {
  signedIn(jo);
  const [tab, other] = [tabOf(maria), tabOf(maria)];
  rememberUser(other, jo);
  other.setQueryData(["/api/predictions"], "jo's");
  await waitFor(() => expect(userOf(tab)).toEqual(jo));
  expect(theirsOf(tab)).toBeUndefined();
  expect(theirsOf(other)).toBe("jo's");
});

it("signs a visitor's tab in when a user signs in in another tab", async () => {
  signedIn(jo);
  const [tab, other] = [tabOf(null), tabOf(null)];
  rememberUser(other, jo);
  await waitFor(() => expect(userOf(tab)).toEqual(jo));
});

it("signs out in every tab and keeps the address of each tab", async () => {
  answerPost("/api/logout", {});
  const [tab, other] = [tabOf(maria), tabOf(maria)];
  await logout(other);
  await waitFor(() => expect(userOf(tab)).toBeNull());
  expect(theirsOf(tab)).toBeUndefined();
  expect(useSessionStore.getState().endedAt).toBe("/");
});

it("follows no other tabs where the browser blocks the data of the site", () => {
  vi.stubGlobal(
    "BroadcastChannel",
    vi.fn<() => BroadcastChannel>(function refuse() {
      throw new DOMException("The operation is insecure.", "SecurityError");
    }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const stop = followOtherTabs(new QueryClient());
  expect(stop).not.toThrow();
});

it.each([
  [{ username: "admin_kim" }, true],
  [{ role: "admin" }, true],
  [{ subscriptionTier: "admin" }, true],
  [{ username: "kim_admin_" }, false],
] as const)("shows the links for admins to a user with %o: %s", (fields, expected) => {
  expect(isAdmin(aUser(fields))).toBe(expected);
});
