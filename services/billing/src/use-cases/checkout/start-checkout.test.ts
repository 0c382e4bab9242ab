import { eventually } from "@orbline/kit/testing/eventually";
import { expect, it } from "vitest";
import type { Checkout } from "../../domain/checkout.ts";
import { fakeDeps } from "../../testing/fake-deps.ts";
import { startCheckout } from "./start-checkout.ts";

const setUp = () => {
  let time = Date.UTC(2026, 0, 1);
  const clock = { now: () => new Date(time++) };
  const kept = new Map<string, Checkout>();
  const isOpen = ({ status }: Checkout) => status === "open";
  const set = (id: string, fields: Partial<Checkout>) => {
    const checkout = kept.get(id);
    if (checkout) kept.set(id, { ...checkout, ...fields });
    return Promise.resolve();
  };
  const waiting: (() => void)[] = [];
  let isHeldUp = true;
  const deps = fakeDeps(clock, {
    newId: (prefix) => `${prefix}_${kept.size + 1}`,
    checkouts: {
      create: async (checkout) => void kept.set(checkout.id, checkout),
      open: (id, page) => set(id, { ...page, status: "open" }),
      findOpen: () => Promise.resolve([...kept.values()].filter(isOpen)),
      replace: (id) => set(id, { status: "replaced" }),
    },
    accounts: {
      find: () =>
        Promise.resolve({
          id: "usr_1",
          username: "jo",
          role: "user",
          emailVerified: false,
          hasPassword: true,
          createdAt: new Date(0),
        }),
    },
    provider: {
      isDeleted: () => Promise.resolve(false),
      priceOf: () => Promise.resolve("price_1"),
      createCustomer: async () => {
        if (isHeldUp) await new Promise<void>((resolve) => waiting.push(resolve));
        return "cus_1";
      },
      openSession: ({ checkoutId }) =>
        Promise.resolve({ sessionId: `cs_${checkoutId}`, url: `https://pay.test/${checkoutId}` }),
      closeSession: () => Promise.resolve("closed"),
    },
  });
  const ask = async () => {
    const request = { plan: "monthly", source: "test", returnPages: "subscription" } as const;
    const started = await startCheckout(deps, { ...request, userId: "usr_1" });
    return { url: started.kind === "opened" ? started.url : undefined };
  };
  const release = () => {
    isHeldUp = false;
    for (const go of waiting.splice(0)) go();
  };
  const passNext = () => (isHeldUp = false);
  const isWaiting = () => waiting.length > 0;
  return { ask, release, passNext, isWaiting, openPages: () => [...kept.values()].filter(isOpen) };
};

it("replaces an earlier checkout by a later one", async () => {
  const { ask, passNext, openPages } = setUp();
  passNext();
  await ask();
  const second = await ask();
  expect(openPages().map(({ url }) => url)).toEqual([second.url]);
});

it("keeps the page of a later checkout when the provider delays an earlier one", async () => {
  const { ask, release, passNext, isWaiting, openPages } = setUp();
  const late = ask();
  await eventually(() => expect(isWaiting()).toBe(true));
  passNext();
  const page = await ask();
  release();
  expect(await late).toEqual(page);
  expect(openPages().map(({ url }) => url)).toEqual([page.url]);
});
