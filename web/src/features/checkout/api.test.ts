import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { holdBack } from "#/testing/server.ts";
import { createSimplifiedCheckout, directSignupCheckout } from "./api.ts";

const contract = "@orbline/proto/http/billing";
const order = { plan: "monthly", email: "maria@example.com", source: "test" } as const;

it.each([
  {
    path: "/api/simplified-checkout",
    send: () => createSimplifiedCheckout({ ...order, affiliateCode: undefined }),
  },
  { path: "/api/direct-signup-checkout", send: () => directSignupCheckout(order) },
])(
  "what the answer of $path is parsed with comes while the server works",
  async ({ path, send }) => {
    const server = holdBack(path, { success: true });
    const brought = vi.fn<(original: () => Promise<object>) => Promise<object>>((original) =>
      original(),
    );
    vi.doMock(contract, brought);
    const answer = send();
    await waitFor(() => expect([server.count, brought.mock.calls.length]).toEqual([1, 1]));
    vi.doUnmock(contract);
    server.speak();
    expect(await answer).toEqual({ success: true });
  },
);
