import type {
  SubscriptionState,
  SubscriptionState__Output,
} from "./gen/billing/v1/SubscriptionState.ts";
import type { UserState, UserState__Output } from "./gen/identity/v1/UserState.ts";
import { messageCodec } from "./load.ts";

/** What a record of `identity.users` carries. */
export const userState = messageCodec<UserState, UserState__Output>(
  "identity/v1/identity_events.proto",
  "identity.v1.UserState",
);

/** What a record of `billing.subscriptions` carries. */
export const subscriptionState = messageCodec<SubscriptionState, SubscriptionState__Output>(
  "billing/v1/billing_events.proto",
  "billing.v1.SubscriptionState",
);
