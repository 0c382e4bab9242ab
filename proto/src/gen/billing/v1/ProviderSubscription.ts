// Original file: billing/v1/billing.proto

import type { Long } from '@grpc/proto-loader';

/**
 * What the payment provider said when it was asked just now.
 */
export interface ProviderSubscription {
  'status'?: (string) | undefined;
  'currentPeriodEndMs'?: (number | string | Long) | undefined;
  'cancelAtPeriodEnd'?: (boolean) | undefined;
  'plan'?: (string) | undefined;
  /**
   * Set when the provider could not be asked.
   */
  'error'?: (string) | undefined;
  /**
   * When a failed charge is tried again by itself.
   */
  'nextAttemptMs'?: (number | string | Long) | undefined;
  '_currentPeriodEndMs'?: "currentPeriodEndMs";
  '_error'?: "error";
  '_nextAttemptMs'?: "nextAttemptMs";
}

/**
 * What the payment provider said when it was asked just now.
 */
export interface ProviderSubscription__Output {
  'status': (string);
  'currentPeriodEndMs'?: (number);
  'cancelAtPeriodEnd': (boolean);
  'plan': (string);
  /**
   * Set when the provider could not be asked.
   */
  'error'?: (string);
  /**
   * When a failed charge is tried again by itself.
   */
  'nextAttemptMs'?: (number);
  '_currentPeriodEndMs'?: "currentPeriodEndMs";
  '_error'?: "error";
  '_nextAttemptMs'?: "nextAttemptMs";
}
