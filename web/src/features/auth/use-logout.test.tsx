import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { expect, it, vi } from "vitest";
import { currentUserQuery, logout, rememberUser } from "./api.ts";
import { answerPost, aUser, holdBack } from "#/testing/server.ts";
import { useLogout } from "./session.ts";

const logOut = async (then: (client: QueryClient) => void) => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  answerPost("/api/logout", {});
  const client = new QueryClient();
  rememberUser(client, aUser());
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={["/history"]}>{children}</MemoryRouter>
    </QueryClientProvider>
  );
  const hook = renderHook(() => ({ leave: useLogout(), at: useLocation().pathname }), { wrapper });
  act(() => hook.result.current.leave());
  act(() => then(client));
  await act(() => vi.advanceTimersByTimeAsync(100));
  return hook.result.current.at;
};

it("opens the sign-in screen a moment after logging out", async () => {
  expect(await logOut(() => undefined)).toBe("/auth");
});

it("ignores the response of a user query that was running during the logout", async () => {
  const requested = holdBack("/api/user", aUser());
  answerPost("/api/logout", {});
  const client = new QueryClient();
  rememberUser(client, aUser());
  const asking = client.fetchQuery({ ...currentUserQuery, staleTime: 0 });
  await waitFor(() => expect(requested.count).toBe(1));
  await logout(client);
  requested.respond();
  await asking;
  expect(client.getQueryData(currentUserQuery.queryKey)).toBeNull();
});

it("stays on the page when the user has signed in again before it leaves", async () => {
  expect(await logOut((client) => rememberUser(client, aUser()))).toBe("/history");
});
