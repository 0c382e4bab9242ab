// Original file: billing/v1/billing_events.proto

import type { AffiliateConversion as _billing_v1_AffiliateConversion, AffiliateConversion__Output as _billing_v1_AffiliateConversion__Output } from '../../billing/v1/AffiliateConversion.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * Public state of one payment.
 * ce_type is payment.succeeded, .failed or .refunded.
 */
export interface PaymentState {
  'id'?: (string) | undefined;
  'userId'?: (string) | undefined;
  /**
   * succeeded, failed, refunded or disputed; a partial refund leaves it succeeded.
   */
  'status'?: (string) | undefined;
  /**
   * monthly, annual or lifetime.
   */
  'plan'?: (string) | undefined;
  'amountCents'?: (number | string | Long) | undefined;
  'refundedCents'?: (number | string | Long) | undefined;
  /**
   * Lower case, e.g. "usd".
   */
  'currency'?: (string) | undefined;
  /**
   * Milliseconds since the epoch.
   */
  'createdAtMs'?: (number | string | Long) | undefined;
  /**
   * Milliseconds since the epoch; absent until it succeeds.
   */
  'paidAtMs'?: (number | string | Long) | undefined;
  /**
   * The provider's subscription; absent for a single payment.
   */
  'subscriptionId'?: (string) | undefined;
  /**
   * Number of failed charges.
   */
  'failedAttempts'?: (number) | undefined;
  /**
   * Next automatic attempt after a failed charge, in milliseconds since the epoch.
   */
  'nextAttemptMs'?: (number | string | Long) | undefined;
  /**
   * Set on the first payment of a user whom an affiliate referred.
   */
  'conversion'?: (_billing_v1_AffiliateConversion | null) | undefined;
  '_paidAtMs'?: "paidAtMs";
  '_subscriptionId'?: "subscriptionId";
  '_nextAttemptMs'?: "nextAttemptMs";
  '_conversion'?: "conversion";
}

/**
 * Public state of one payment.
 * ce_type is payment.succeeded, .failed or .refunded.
 */
export interface PaymentState__Output {
  'id': (string);
  'userId': (string);
  /**
   * succeeded, failed, refunded or disputed; a partial refund leaves it succeeded.
   */
  'status': (string);
  /**
   * monthly, annual or lifetime.
   */
  'plan': (string);
  'amountCents': (number);
  'refundedCents': (number);
  /**
   * Lower case, e.g. "usd".
   */
  'currency': (string);
  /**
   * Milliseconds since the epoch.
   */
  'createdAtMs': (number);
  /**
   * Milliseconds since the epoch; absent until it succeeds.
   */
  'paidAtMs'?: (number);
  /**
   * The provider's subscription; absent for a single payment.
   */
  'subscriptionId'?: (string);
  /**
   * Number of failed charges.
   */
  'failedAttempts': (number);
  /**
   * Next automatic attempt after a failed charge, in milliseconds since the epoch.
   */
  'nextAttemptMs'?: (number);
  /**
   * Set on the first payment of a user whom an affiliate referred.
   */
  'conversion'?: (_billing_v1_AffiliateConversion__Output | null);
  '_paidAtMs'?: "paidAtMs";
  '_subscriptionId'?: "subscriptionId";
  '_nextAttemptMs'?: "nextAttemptMs";
  '_conversion'?: "conversion";
}
