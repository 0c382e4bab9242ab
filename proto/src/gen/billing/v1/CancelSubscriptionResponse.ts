// Original file: billing/v1/billing.proto

import type { SubscriptionState as _billing_v1_SubscriptionState, SubscriptionState__Output as _billing_v1_SubscriptionState__Output } from '../../billing/v1/SubscriptionState.ts';
import type { Long } from '@grpc/proto-loader';

export interface CancelSubscriptionResponse {
  'subscription'?: (_billing_v1_SubscriptionState | null) | undefined;
  'version'?: (number | string | Long) | undefined;
}

export interface CancelSubscriptionResponse__Output {
  'subscription': (_billing_v1_SubscriptionState__Output | null);
  'version': (number);
}
