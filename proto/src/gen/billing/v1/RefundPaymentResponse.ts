// Original file: billing/v1/billing_admin.proto

import type { PaymentState as _billing_v1_PaymentState, PaymentState__Output as _billing_v1_PaymentState__Output } from '../../billing/v1/PaymentState.ts';
import type { SubscriptionState as _billing_v1_SubscriptionState, SubscriptionState__Output as _billing_v1_SubscriptionState__Output } from '../../billing/v1/SubscriptionState.ts';
import type { Long } from '@grpc/proto-loader';

export interface RefundPaymentResponse {
  'payment'?: (_billing_v1_PaymentState | null) | undefined;
  'version'?: (number | string | Long) | undefined;
  /**
   * The user's subscription after the refund; a full refund ends the access that the payment gave.
   */
  'subscription'?: (_billing_v1_SubscriptionState | null) | undefined;
  'subscriptionVersion'?: (number | string | Long) | undefined;
}

export interface RefundPaymentResponse__Output {
  'payment': (_billing_v1_PaymentState__Output | null);
  'version': (number);
  /**
   * The user's subscription after the refund; a full refund ends the access that the payment gave.
   */
  'subscription': (_billing_v1_SubscriptionState__Output | null);
  'subscriptionVersion': (number);
}
