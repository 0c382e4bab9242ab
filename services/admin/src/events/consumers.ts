import type { EventHandler, EventRecord } from "@orbline/kit/events";
import { subscriptionState, userState } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";
import { z } from "zod";
import type { AccountState } from "../domain/user-view.ts";
import type { UserViews } from "../use-cases/ports.ts";
import { toSubscriptionView } from "./to-subscription-view.ts";

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
  value ? toSubscriptionView(subscriptionState.decode(value)) : undefined;

/** The topics that this service follows, and what each message does. */
export const consumers = ({ namespace, views }: { namespace: string; views: UserViews }) => {
  const accounts = topicIn(namespace, topics.users);
  const paid = topicIn(namespace, topics.subscriptions);
  const handlers: Record<string, EventHandler> = {
    [accounts.name]: (event) => views.applyAccount(event.key, event.seq, toAccount(event)),
    [paid.name]: (event) => views.applySubscription(event.key, event.seq, toSubscription(event)),
  };
  return { topics: [accounts, paid], handlers };
};
