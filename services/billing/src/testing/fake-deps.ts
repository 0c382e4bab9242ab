import { defaultAccessRules as rules } from "../domain/access.ts";
import { decide } from "../domain/decide.ts";
import { noSubscription, type Subscription } from "../domain/subscription.ts";
import type { InboxEvent } from "../domain/inbox.ts";
import type { PaymentRecords, Subscriptions, WebhookInbox } from "../use-cases/ports.ts";

/** Subscriptions in memory, decided as the store decides them. */
export const memorySubscriptions = (
  moment: () => Date,
): Subscriptions & {
  put: (state: Subscription) => void;
} => {
  const states = new Map<string, Subscription>();
  return {
    put: (state) => void states.set(state.userId, state),
    find: (userId) => {
      const state = states.get(userId);
      return Promise.resolve(state && { state, version: 1 });
    },
    update: (userId, transition) => {
      const now = moment();
      const decided = decide(userId, states.get(userId), (old) => transition(old, now), now, rules);
      if (decided) states.set(userId, decided.state);
      const state = states.get(userId) ?? noSubscription(userId);
      return Promise.resolve({ state, version: 1, changed: !!decided });
    },
    findLapsed: (now) =>
      Promise.resolve(
        [...states.values()]
          .filter(({ lapsesAt }) => lapsesAt && lapsesAt <= now)
          .map(({ userId }) => userId),
      ),
    findWithDuties: () => Promise.resolve([]),
    countActive: () => Promise.resolve([]),
    countTrials: () => Promise.resolve([]),
  };
};

/** Records of payments that succeeded, newest first, of which only the list is asked for. */
export const succeededPayments = (...ids: string[]): PaymentRecords => {
  const list: (request: { limit: number }) => Promise<object> = ({ limit }) =>
    Promise.resolve({ rows: ids.slice(0, limit).map((id) => ({ id })) });
  return { list } as PaymentRecords;
};

/** An inbox in memory with one event, and what became of it. */
export const memoryInbox = (event: InboxEvent) => {
  let outcome: string | undefined;
  let dueAt: Date | undefined;
  let { attempts } = event;
  const inbox: WebhookInbox = {
    receive: () => Promise.resolve(false),
    findOpen: () => Promise.resolve(outcome ? undefined : { ...event, attempts }),
    findDue: () => Promise.resolve([]),
    finish: (_id, ended) => {
      outcome = ended;
      return Promise.resolve();
    },
    postpone: (_id, _error, next) => {
      attempts += 1;
      dueAt = next;
      return Promise.resolve();
    },
    list: () => Promise.resolve({ rows: [] }),
    reopen: () => Promise.resolve(undefined),
    forget: () => Promise.resolve(0),
  };
  return { inbox, state: () => ({ outcome, dueAt, attempts }) };
};
