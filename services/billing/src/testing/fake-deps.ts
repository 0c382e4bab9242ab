import { decidePayment, type Payment } from "../domain/payment/payment.ts";
import { defaultAccessRules as rules } from "../domain/subscription/access.ts";
import { decide } from "../domain/subscription/decide.ts";
import { assertNotErased } from "../domain/subscription/erase.ts";
import { noSubscription, type Subscription } from "../domain/subscription/subscription.ts";
import type {
  BillingDeps,
  ExcludedAddresses,
  Payments,
  Subscriptions,
} from "../use-cases/ports.ts";

/** Fakes of the ports that a test uses. A call of any other port fails. */
export type FakePorts = {
  [Port in keyof BillingDeps]?: BillingDeps[Port] extends (...args: never[]) => unknown
    ? BillingDeps[Port]
    : Partial<BillingDeps[Port]>;
};

/** Dependencies of use cases, made of the ports that a test fakes. */
export function fakeDeps(clock: BillingDeps["clock"], ports: FakePorts): BillingDeps {
  const deps: FakePorts = {
    subscriptions: memorySubscriptions(clock),
    payments: memoryPayments(clock),
    excludedAddresses: memoryExcludedAddresses(),
    clock,
    rules,
    patienceMs: 120_000,
    wake: () => undefined,
    share: (_key, load) => load(),
    report: (error) => {
      throw error;
    },
    ...ports,
  };
  return deps as BillingDeps;
}

/** Subscriptions in memory with the same decisions as the store. */
export function memorySubscriptions(
  clock: BillingDeps["clock"],
): Subscriptions & { put: (state: Subscription) => void } {
  const states = new Map<string, Subscription>();
  return {
    put: (state) => void states.set(state.userId, state),
    find: (userId) => {
      const state = states.get(userId);
      return Promise.resolve(state && { state, version: 1 });
    },
    update: async (userId, transition, { evenErased } = { evenErased: false }) => {
      const now = clock.now();
      const known = states.get(userId);
      if (known && !evenErased) assertNotErased(known);
      const decided = decide(userId, known, (state) => transition(state, now), now, rules);
      if (decided) states.set(userId, decided.state);
      const state = states.get(userId) ?? noSubscription(userId);
      return { state, version: 1, changed: !!decided };
    },
    findLapsed: (now) =>
      Promise.resolve(
        [...states.values()]
          .filter(({ lapsesAt }) => lapsesAt && lapsesAt <= now)
          .map(({ userId }) => userId),
      ),
    countEndingTrials: () => Promise.resolve(0),
    countChurned: () => Promise.resolve(0),
    countActive: () => Promise.resolve([]),
    countTrials: () => Promise.resolve([]),
  };
}

/** Payments in memory with the same decisions as the store. */
export function memoryPayments(
  clock: BillingDeps["clock"],
): Payments & { put: (state: Payment) => void } {
  const states = new Map<string, Payment>();
  return {
    put: (state) => void states.set(state.id, state),
    find: (id) => {
      const state = states.get(id);
      return Promise.resolve(state && { state, version: 1 });
    },
    update: (id, transition) => {
      const next = decidePayment(states.get(id), transition(states.get(id)), clock.now());
      if (next) states.set(id, next);
      return Promise.resolve({ state: states.get(id), version: 1, changed: !!next });
    },
    list: ({ userId, status, limit, cursor }) => {
      const found = [...states.values()]
        .filter((one) => userId === undefined || one.userId === userId)
        .filter((one) => status === undefined || one.status === status)
        .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
      const start = Number(cursor ?? 0);
      const end = start + limit;
      const nextCursor = end < found.length ? String(end) : undefined;
      return Promise.resolve({ rows: found.slice(start, end), nextCursor });
    },
    sums: () => Promise.resolve([]),
    sumFailed: () => Promise.resolve({ payments: 0, cents: 0 }),
    countOpenDisputes: () => Promise.resolve(0),
    countConversions: () => Promise.resolve({ conversions: 0, cents: 0 }),
  };
}

/** Excluded addresses in memory, with the address itself as its hash. */
export function memoryExcludedAddresses(): ExcludedAddresses {
  const ends = new Map<string, Date>();
  return {
    hash: (email) => email,
    add: (hash, until) => Promise.resolve(void ends.set(hash, until)),
    findEnd: (email, now) => {
      const until = ends.get(email);
      return Promise.resolve(until && now < until ? until : undefined);
    },
    deleteEnded: () => Promise.resolve(0),
  };
}
