import type { EventRecord } from "@orbline/kit/kafka/event";
import { subscriptionState, userState } from "@orbline/proto/states";
import { topics } from "@orbline/proto/topics";
import { z } from "zod";
import type { AccountState } from "../domain/user-view.ts";
import type { ApplyAccountState } from "../use-cases/apply-account-state.ts";
import type { ApplySubscriptionState } from "../use-cases/apply-subscription-state.ts";
import { decodeSubscription } from "./decode-subscription.ts";

type Deps = {
  applyAccountState: (change: ApplyAccountState) => Promise<void>;
  applySubscriptionState: (change: ApplySubscriptionState) => Promise<void>;
};

const accountSchema = z.object({
  username: z.string().min(1),
  email: z.string().optional(),
  role: z.enum(["user", "admin"]),
});

const toAccount = ({ value }: EventRecord): AccountState | undefined => {
  if (!value) return undefined;
  const { email, ...account } = accountSchema.parse(userState.decode(value));
  return { ...account, ...(email && { email }) };
};

const toSubscription = ({ value }: EventRecord) =>
  value ? decodeSubscription(subscriptionState.decode(value)) : undefined;

/** What each message of a topic does. */
export function eventHandlers({ applyAccountState, applySubscriptionState }: Deps) {
  return {
    [topics.users.name]: (event: EventRecord) =>
      applyAccountState({ id: event.key, seq: event.seq, account: toAccount(event) }),
    [topics.subscriptions.name]: (event: EventRecord) =>
      applySubscriptionState({
        userId: event.key,
        seq: event.seq,
        subscription: toSubscription(event),
      }),
  };
}
