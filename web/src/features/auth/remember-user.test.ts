import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { aUser } from "#/testing/server.ts";
import { currentUserQuery, rememberUser } from "./api.ts";

const maria = aUser();
const predictions = ["/api/predictions"];

/** What is kept of a user's answers when somebody is signed in after them. */
const keptFor = (next: typeof maria) => {
  const client = new QueryClient();
  rememberUser(client, maria);
  client.setQueryData(predictions, "maria's");
  rememberUser(client, next);
  expect(client.getQueryData(currentUserQuery.queryKey)).toEqual(next);
  return client.getQueryData(predictions);
};

it("who is signed in by a mailed link sees nothing of who was signed in before", () => {
  expect(keptFor(aUser({ id: "jo" }))).toBeUndefined();
});

it("a user who changes keeps what they see", () => {
  expect(keptFor({ ...maria, phone: "+4915112345678" })).toBe("maria's");
});
