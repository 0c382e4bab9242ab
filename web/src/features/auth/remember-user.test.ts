import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { aUser } from "#/testing/server.ts";
import { currentUserQuery, rememberUser } from "./api.ts";

const maria = aUser();
const predictions = ["/api/predictions"];

/** Cached predictions of Maria after another user signs in. */
const keptFor = (next: typeof maria) => {
  const client = new QueryClient();
  rememberUser(client, maria);
  client.setQueryData(predictions, "maria's");
  rememberUser(client, next);
  expect(client.getQueryData(currentUserQuery.queryKey)).toEqual(next);
  return client.getQueryData(predictions);
};

it("removes the cached data of the last user when another user signs in", () => {
  expect(keptFor(aUser({ id: "jo" }))).toBeUndefined();
});

it("keeps the cached data when the same user changes", () => {
  expect(keptFor({ ...maria, phone: "+4915112345678" })).toBe("maria's");
});
