import * as fc from "fast-check";
import { expect, it } from "vitest";
import {
  type Action,
  actions,
  fakeProvider,
  type FakeProvider,
  type Told,
} from "../../testing/fake-provider.ts";
import { empty } from "../../testing/fixtures.ts";
import { type Access, accessOf, defaultAccessRules as rules } from "./access.ts";
import { applyPayment } from "./apply-payment.ts";
import { decide } from "./decide.ts";
import { removeEffect } from "../effects.ts";
import { applyLifetime } from "./lifetime.ts";
import { applyProviderPayment, paymentStatus } from "../payment/payment.ts";
import { applyProviderSubscription } from "./provider-subscription.ts";
import type { Subscription } from "./subscription.ts";

/** `make test` runs 10,000 histories. */
const runs = Number(process.env["PROPERTY_RUNS"] ?? 200);

/** Something happens at the provider; each telling of it is lost, or comes some steps later, once or twice. */
type Step = { action: Action; delays: number[]; discharges: boolean };

const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(...actions),
  delays: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 2 }),
  discharges: fc.boolean(),
});

const update = (state: Subscription, change: (one: Subscription) => Subscription, now: Date) =>
  decide("usr_1", state, change, now, rules)?.state ?? state;

/** Asks the provider for what it was told of, as the worker does. */
const take = (state: Subscription, provider: FakeProvider, { kind, id }: Told): Subscription => {
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

const discharge = (state: Subscription, provider: FakeProvider): Subscription =>
  state.effects.reduce((left, effect) => {
    provider.carryOut(effect);
    return update(left, (one) => removeEffect(one, effect), provider.now());
  }, state);

/** Lives through a history with losses, delays and repetitions. */
const live = (steps: Step[], provider: FakeProvider): Subscription => {
  let state = empty;
  let waiting: { told: Told; at: number }[] = [];
  steps.forEach(({ action, delays, discharges }, index) => {
    const told = provider.act(action);
    waiting.push(
      ...told.flatMap((one) => delays.map((delay) => ({ told: one, at: index + delay }))),
    );
    for (const { told: one } of waiting.filter(({ at }) => at <= index))
      state = take(state, provider, one);
    waiting = waiting.filter(({ at }) => at > index);
    if (discharges) state = discharge(state, provider);
  });
  return state;
};

const reconcile = (state: Subscription, provider: FakeProvider): Subscription =>
  provider.all().reduce((one, told) => take(one, provider, told), state);

/** What a user may do until when; without access it does not matter which end was seen. */
const shown = (access: Access) => (access.entitled ? access : { entitled: false });

/** What somebody sees who has been told everything at the end and nothing before. */
const model = (provider: FakeProvider) =>
  accessOf(reconcile(empty, provider), provider.now(), rules);

it(`${runs} histories under loss, delay and repetition end, once compared, where the provider is`, () => {
  let entitled = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
      const provider = fakeProvider();
      const lived = discharge(reconcile(live(steps, provider), provider), provider);
      const settled = discharge(reconcile(lived, provider), provider);
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
