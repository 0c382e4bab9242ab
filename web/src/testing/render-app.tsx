import { act, fireEvent, getConfig, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { vi } from "vitest";
import { App } from "#/app/app.tsx";
import { Providers } from "#/app/providers.tsx";
import { dropUser } from "#/features/auth/api.ts";
import { createQueryClient } from "#/lib/query-client.ts";
import { navigation } from "#/lib/navigation.ts";

/**
 * Opens the app at an address. `address()` is the current one, `left` records navigation to other sites, `queries` is
 * the cache.
 */
export const renderApp = (path: string) => {
  let address = path;
  const Watch = () => {
    const { pathname, search } = useLocation();
    address = pathname + search;
    return null;
  };
  const left = vi.spyOn(navigation, "assign").mockImplementation(() => undefined);
  const opened = vi.spyOn(navigation, "open").mockImplementation(() => null);
  vi.spyOn(navigation, "address").mockImplementation(() => address);
  const reloaded = vi.spyOn(navigation, "reload").mockImplementation(() => undefined);
  const queries = createQueryClient({ onUnauthorized: dropUser });
  render(
    <MemoryRouter initialEntries={[path]}>
      <Providers queryClient={queries}>
        <App />
        <Watch />
      </Providers>
    </MemoryRouter>,
  );
  const user = userEvent.setup({ delay: null });
  return { address: () => address, left, opened, reloaded, queries, user };
};

const { setTimeout: sleep } = globalThis;

/** Waits until a text appears. The page's clock is mocked and does not move. */
export const untilSaid = async (text: string) => {
  while (screen.queryByText(text) === null)
    await act(() => new Promise<void>((resolve) => void sleep(resolve, 5)));
};

/** Puts a value into a labeled field like a paste. */
export const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

/** Two clicks without a render between them. */
export const doubleClick = (button: HTMLElement) =>
  getConfig().asyncWrapper(async () => {
    button.click();
    button.click();
  });
