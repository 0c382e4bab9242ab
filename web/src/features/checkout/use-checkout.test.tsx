import { act, renderHook, waitFor } from "@testing-library/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { PropsWithChildren } from "react";
import { expect, it, vi } from "vitest";
import { navigation } from "#/lib/navigation.ts";
import { answerPost, refusal } from "#/testing/server.ts";
import { checkoutUrlOf, createDirectCheckout, orderOf } from "./api.ts";
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

it("leaves for the machine's checkout at once and again after 300 and 800 ms", async () => {
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

it("reloads the machine's page for a user who has already subscribed", async () => {
  const left = vi.spyOn(navigation, "assign").mockImplementation(() => undefined);
  const reloaded = vi.spyOn(navigation, "reload").mockImplementation(() => undefined);
  answerPost("/api/create-direct-checkout", { success: false, alreadySubscribed: true });
  start();
  await waitFor(() => expect(reloaded).toHaveBeenCalledOnce());
  expect(left).not.toHaveBeenCalled();
});

it("names the status of a direct checkout that the server refused", async () => {
  answerPost("/api/create-direct-checkout", refusal("down"), { status: 503 });
  const order = orderOf("monthly", "maria@example.com", "prediction_machine");
  await expect(createDirectCheckout(order)).rejects.toThrow("Server error: 503");
});

it.each(["checkoutUrl", "url", "directStripeUrl", "altStripeUrl"])(
  "takes the address of the payment page from %s",
  (field) =>
    expect(checkoutUrlOf({ success: true, [field]: "https://p.test" })).toBe("https://p.test"),
);
