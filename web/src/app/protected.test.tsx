import { QueryClient } from "@tanstack/react-query";
import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import { rememberUser } from "#/features/auth/api.ts";
import { aUser } from "#/testing/server.ts";
import { Protected } from "./protected.tsx";
import { Providers } from "./providers.tsx";

function page(queryClient: QueryClient) {
  return (
    <Providers queryClient={queryClient}>
      <MemoryRouter>
        <Protected>{({ username }) => <h1>Welcome, {username}</h1>}</Protected>
      </MemoryRouter>
    </Providers>
  );
}

it("hydrates a page that was prerendered without a user when the user is already known", async () => {
  const element = document.createElement("div");
  element.innerHTML = renderToString(page(new QueryClient()));
  expect(element.textContent).toBe("Loading...");
  const client = new QueryClient();
  rememberUser(client, aUser());
  const onRecoverableError = vi.fn<(error: unknown) => void>();
  const app = await act(async () => hydrateRoot(element, page(client), { onRecoverableError }));
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(element.textContent).toBe("Welcome, maria_k");
  await act(async () => app.unmount());
});
