import { onlineManager, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { createQueryClient } from "./query-client.ts";
import { useSingleMutation } from "./use-single-mutation.ts";

afterEach(() => onlineManager.setOnline(true));

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
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
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
