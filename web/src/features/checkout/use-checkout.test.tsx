import { act, renderHook, waitFor } from "@testing-library/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { PropsWithChildren } from "react";
import { expect, it, vi } from "vitest";
import { navigation } from "#/lib/navigation.ts";
import { answerPost } from "#/testing/server.ts";
import { orderOf } from "./api.ts";
import { checkoutKinds, useCheckout } from "./use-checkout.ts";

const client = new QueryClient();
const Wrapper = ({ children }: PropsWithChildren) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

const start = () => {
  const { result } = renderHook(
    () => useCheckout(checkoutKinds.machine, { onAlreadySubscribed: navigation.reload }),
    { wrapper: Wrapper },
  );
  act(() => result.current.start(orderOf("monthly", "maria@example.com", "prediction_machine")));
};

it("the machine's checkout leaves at once, and again after 300 and 800 ms", async () => {
  const left = vi.spyOn(navigation, "assign").mockImplementation(() => undefined);
  const timers = vi.spyOn(globalThis, "setTimeout");
  answerPost("/api/create-direct-checkout", {
    success: true,
    checkoutUrl: "https://pay.test/cs_1",
  });
  start();
  await waitFor(() => expect(left).toHaveBeenCalledTimes(3));
  expect(left).toHaveBeenCalledWith("https://pay.test/cs_1");
  expect(timers.mock.calls.map(([, ms]) => ms)).toEqual(expect.arrayContaining([300, 800]));
});

it("the machine loads the page anew for somebody who has subscribed meanwhile", async () => {
  const left = vi.spyOn(navigation, "assign").mockImplementation(() => undefined);
  const reloaded = vi.spyOn(navigation, "reload").mockImplementation(() => undefined);
  answerPost("/api/create-direct-checkout", { success: false, alreadySubscribed: true });
  start();
  await waitFor(() => expect(reloaded).toHaveBeenCalledOnce());
  expect(left).not.toHaveBeenCalled();
});
