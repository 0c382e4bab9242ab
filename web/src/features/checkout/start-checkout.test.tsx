import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { navigation } from "#/lib/navigation.ts";
import { answerPost } from "#/testing/server.ts";
import { StartCheckout } from "./start-checkout.tsx";

it("a press while a checkout is under way starts no second one", async () => {
  const left = vi.spyOn(navigation, "assign").mockImplementation(() => undefined);
  const sent = answerPost("/api/create-direct-checkout", {
    success: true,
    checkoutUrl: "https://pay.test/cs_1",
  });
  const client = new QueryClient();
  const at = (presses: number) => (
    <QueryClientProvider client={client}>
      <StartCheckout source="prediction_machine" email="maria@example.com" presses={presses} />
    </QueryClientProvider>
  );
  const { rerender } = render(at(1));
  rerender(at(2));
  await waitFor(() => expect(left).toHaveBeenCalledTimes(3));
  expect(sent).toHaveLength(1);
});
