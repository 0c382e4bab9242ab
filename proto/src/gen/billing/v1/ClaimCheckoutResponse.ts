// Original file: billing/v1/billing_accounts.proto

import type { SubscriptionState as _billing_v1_SubscriptionState, SubscriptionState__Output as _billing_v1_SubscriptionState__Output } from '../../billing/v1/SubscriptionState.ts';
import type { Long } from '@grpc/proto-loader';

export interface ClaimCheckoutResponse {
  'subscription'?: (_billing_v1_SubscriptionState | null) | undefined;
  'version'?: (number | string | Long) | undefined;
}

export interface ClaimCheckoutResponse__Output {
  'subscription': (_billing_v1_SubscriptionState__Output | null);
  'version': (number);
}
