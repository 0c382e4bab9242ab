// Original file: billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

export interface GetEntitlementResponse {
  'entitled'?: (boolean) | undefined;
  /**
   * Milliseconds since the epoch; absent when access has no end.
   */
  'accessUntilMs'?: (number | string | Long) | undefined;
  /**
   * Version of the subscription's state; 0 without a subscription.
   */
  'version'?: (number | string | Long) | undefined;
  /**
   * Whether the access is a free trial, of any plan.
   */
  'trialing'?: (boolean) | undefined;
  '_accessUntilMs'?: "accessUntilMs";
}

export interface GetEntitlementResponse__Output {
  'entitled': (boolean);
  /**
   * Milliseconds since the epoch; absent when access has no end.
   */
  'accessUntilMs'?: (number);
  /**
   * Version of the subscription's state; 0 without a subscription.
   */
  'version': (number);
  /**
   * Whether the access is a free trial, of any plan.
   */
  'trialing': (boolean);
  '_accessUntilMs'?: "accessUntilMs";
}
