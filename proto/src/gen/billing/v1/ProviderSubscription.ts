// Original file: billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The subscription as the payment provider describes it at the time of the call.
 */
export interface ProviderSubscription {
  'status'?: (string) | undefined;
  'currentPeriodEndMs'?: (number | string | Long) | undefined;
  'cancelAtPeriodEnd'?: (boolean) | undefined;
  'plan'?: (string) | undefined;
  /**
   * Set when the provider did not respond.
   */
  'error'?: (string) | undefined;
  /**
   * Next automatic attempt after a failed charge.
   */
  'nextAttemptMs'?: (number | string | Long) | undefined;
  '_currentPeriodEndMs'?: "currentPeriodEndMs";
  '_error'?: "error";
  '_nextAttemptMs'?: "nextAttemptMs";
}

/**
 * The subscription as the payment provider describes it at the time of the call.
 */
export interface ProviderSubscription__Output {
  'status': (string);
  'currentPeriodEndMs'?: (number);
  'cancelAtPeriodEnd': (boolean);
  'plan': (string);
  /**
   * Set when the provider did not respond.
   */
  'error'?: (string);
  /**
   * Next automatic attempt after a failed charge.
   */
  'nextAttemptMs'?: (number);
  '_currentPeriodEndMs'?: "currentPeriodEndMs";
  '_error'?: "error";
  '_nextAttemptMs'?: "nextAttemptMs";
}
