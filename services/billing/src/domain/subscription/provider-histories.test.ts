import * as fc from "fast-check";
import { expect, it } from "vitest";
import {
  type Action,
  actions,
  fakeProvider,
  type FakeProvider,
  type Changed,
} from "../../testing/fake-provider.ts";
import { empty } from "../../testing/fixtures.ts";
import { type Access, accessOf, defaultAccessRules as rules } from "./access.ts";
import { applyPayment } from "./apply-payment.ts";
import { decide } from "./decide.ts";
import { removeEffect } from "../effects.ts";
import { applyLifetime } from "./purchases.ts";
import { applyProviderPayment, paymentStatus } from "../payment/payment.ts";
import { applyProviderSubscription } from "./purchases.ts";
import type { Subscription } from "./subscription.ts";

/** `make test` runs 10,000 histories. */
const runs = Number(process.env["PROPERTY_RUNS"] ?? 200);

/** An action at the provider. Its events are lost, or arrive some steps later, once or twice. */
type Step = { action: Action; delays: number[]; runsEffects: boolean };

const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(...actions),
  delays: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 2 }),
  runsEffects: fc.boolean(),
});

const update = (state: Subscription, change: (one: Subscription) => Subscription, now: Date) =>
  decide("usr_1", state, change, now, rules)?.state ?? state;

/** Fetches a changed object from the provider, as the worker does. */
const take = (state: Subscription, provider: FakeProvider, { kind, id }: Changed): Subscription => {
  const now = provider.now();
  const subscription = provider.findSubscription(id);
  if (kind === "subscription")
    return subscription
      ? update(state, (one) => applyProviderSubscription(one, subscription, now, rules), now)
      : state;
  const found = provider.findPayment(id);
  if (!found) return state;
  const { subscriptionId } = found;
  const owner = { userId: "usr_1", plan: subscriptionId ? "monthly" : "lifetime" } as const;
  const draft = applyProviderPayment(undefined, found, owner);
  const buy = (one: Subscription) =>
    paymentStatus(found) === "succeeded"
      ? applyLifetime(one, { id, paidAt: found.createdAt }, now)
      : one;
  const boughtIn = subscriptionId
    ? take(state, provider, { kind: "subscription", id: subscriptionId })
    : update(state, buy, now);
  return draft ? update(boughtIn, (one) => applyPayment(one, draft, now, rules), now) : boughtIn;
};

const runEffects = (state: Subscription, provider: FakeProvider): Subscription =>
  state.effects.reduce((left, effect) => {
    provider.carryOut(effect);
    return update(left, (one) => removeEffect(one, effect), provider.now());
  }, state);

/** Runs a history with lost, late and repeated events. */
const live = (steps: Step[], provider: FakeProvider): Subscription => {
  let state = empty;
  let waiting: { changed: Changed; at: number }[] = [];
  steps.forEach(({ action, delays, runsEffects }, index) => {
    const changed = provider.act(action);
    waiting.push(
      ...changed.flatMap((one) => delays.map((delay) => ({ changed: one, at: index + delay }))),
    );
    for (const { changed: one } of waiting.filter(({ at }) => at <= index))
      state = take(state, provider, one);
    waiting = waiting.filter(({ at }) => at > index);
    if (runsEffects) state = runEffects(state, provider);
  });
  return state;
};

const reconcile = (state: Subscription, provider: FakeProvider): Subscription =>
  provider.all().reduce((one, changed) => take(one, provider, changed), state);

/** The access of a user; without access its end does not matter. */
const shown = (access: Access) => (access.entitled ? access : { entitled: false });

/** The access that the final state alone implies. */
const model = (provider: FakeProvider) =>
  accessOf(reconcile(empty, provider), provider.now(), rules);

it(`agrees with the provider after ${runs} histories with lost, late and repeated events`, () => {
  let entitled = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
      const provider = fakeProvider();
      const lived = runEffects(reconcile(live(steps, provider), provider), provider);
      const settled = runEffects(reconcile(lived, provider), provider);
      const access = accessOf(settled, provider.now(), rules);
      expect(shown(access)).toEqual(shown(model(provider)));
      expect(settled.effects).toEqual([]);
      const running = settled.sources.filter(
        (source) => accessOf({ sources: [source] }, provider.now(), rules).entitled,
      );
      expect(running.length).toBeLessThanOrEqual(1);
      if (access.entitled) entitled += 1;
    }),
    { numRuns: runs },
  );
  expect(entitled).toBeGreaterThan(runs / 40);
  expect(entitled).toBeLessThan(runs);
}, 120_000);
