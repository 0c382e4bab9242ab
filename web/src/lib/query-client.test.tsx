import {
  focusManager,
  onlineManager,
  QueryClientProvider,
  useQuery,
  type QueryClient,
} from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { PropsWithChildren } from "react";
import { currentUserQuery } from "#/features/auth/api.ts";
import { subscriptionStatusQuery } from "#/features/subscription/status.ts";
import { answerGet, aStatus, aUser, refusal } from "#/testing/server.ts";
import { createQueryClient } from "./query-client.ts";
import { useSingleMutation } from "./use-single-mutation.ts";

afterEach(() => {
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
});

const minuteMs = 60_000;

function within(client: QueryClient) {
  return ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
}

function offline() {
  onlineManager.setOnline(false);
  const send = vi.fn<() => Promise<never>>(() => Promise.reject(new TypeError("Failed to fetch")));
  const client = createQueryClient({ onUnauthorized: () => undefined });
  client.mount();
  return { send, client };
}

it("fails a query at once without a network and does not refetch it later", async () => {
  const { send, client } = offline();
  await expect(client.fetchQuery({ queryKey: ["list"], queryFn: send })).rejects.toThrow(TypeError);
  onlineManager.setOnline(true);
  await client.resumePausedMutations();
  expect(client.isFetching()).toBe(0);
  expect(send).toHaveBeenCalledOnce();
  client.unmount();
});

it("fails a mutation at once without a network and does not send it later", async () => {
  const { send, client } = offline();
  const { result } = renderHook(() => useSingleMutation({ mutationFn: send }), {
    wrapper: within(client),
  });
  act(() => result.current.mutate(undefined));
  await waitFor(() => expect(result.current.error).toBeInstanceOf(TypeError));
  expect(result.current.isPending).toBe(false);
  onlineManager.setOnline(true);
  await act(() => client.resumePausedMutations());
  expect(client.isMutating()).toBe(0);
  expect(send).toHaveBeenCalledOnce();
  act(() => result.current.mutate(undefined));
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(result.current.isPending).toBe(false));
  client.unmount();
});

it.each([
  ["succeeds", () => Promise.resolve("data")],
  ["fails", () => Promise.reject(new Error("500: down"))],
])("does not repeat a query that %s: no retry, no polling, no refetch on focus", async (...row) => {
  const send = vi.fn<() => Promise<string>>(row[1]);
  const client = createQueryClient({ onUnauthorized: () => undefined });
  vi.useFakeTimers();
  const query = { queryKey: ["list"], queryFn: send };
  const { result, unmount } = renderHook(() => useQuery(query), { wrapper: within(client) });
  await act(() => vi.advanceTimersByTimeAsync(minuteMs));
  expect(result.current.isPending).toBe(false);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await act(() => vi.advanceTimersByTimeAsync(24 * 60 * minuteMs));
  expect(send).toHaveBeenCalledOnce();
  unmount();
});

it.each([
  ["user", "/api/user", currentUserQuery, aUser(), 10],
  ["subscription", "/api/subscription/status", subscriptionStatusQuery, aStatus("none"), 5],
] as const)("keeps the %s fresh from %s for its minutes", async (...row) => {
  const [, path, query, body, minutes] = row;
  const client = createQueryClient({ onUnauthorized: () => undefined });
  const calls = answerGet(path, body);
  vi.useFakeTimers({ toFake: ["Date"] });
  const countAfter = async (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    await client.fetchQuery(query as typeof currentUserQuery);
    return calls.count;
  };
  expect(await countAfter(0)).toBe(1);
  expect(await countAfter(minutes * minuteMs - 1)).toBe(1);
  expect(await countAfter(2)).toBe(2);
  client.clear();
});

it("takes a 401 for the subscription as none and throws other failures", async () => {
  const client = createQueryClient({ onUnauthorized: () => undefined });
  answerGet("/api/subscription/status", refusal("Please sign in."), { status: 401 });
  expect(await client.fetchQuery(subscriptionStatusQuery)).toBeNull();
  client.clear();
  answerGet("/api/subscription/status", refusal("down"), { status: 503 });
  await expect(client.fetchQuery(subscriptionStatusQuery)).rejects.toThrow("503: ");
  client.clear();
});
