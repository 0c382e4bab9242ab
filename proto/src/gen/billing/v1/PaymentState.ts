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
   * succeeded, failed, refunded (all of it) or disputed; a partial refund leaves it succeeded.
   */
  'status'?: (string) | undefined;
  /**
   * What it paid for: monthly, annual or lifetime.
   */
  'plan'?: (string) | undefined;
  'amountCents'?: (number | string | Long) | undefined;
  'refundedCents'?: (number | string | Long) | undefined;
  /**
   * Lower case, e.g. "usd".
   */
  'currency'?: (string) | undefined;
  /**
   * Milliseconds since the epoch; when the provider began it.
   */
  'createdAtMs'?: (number | string | Long) | undefined;
  /**
   * Milliseconds since the epoch; absent while it has not succeeded.
   */
  'paidAtMs'?: (number | string | Long) | undefined;
  /**
   * The provider's subscription that it paid for; absent for a single payment.
   */
  'subscriptionId'?: (string) | undefined;
  /**
   * How often charging has failed.
   */
  'failedAttempts'?: (number) | undefined;
  /**
   * Milliseconds since the epoch; when a failed charge is tried again by itself.
   */
  'nextAttemptMs'?: (number | string | Long) | undefined;
  /**
   * Set on the first payment of a user who came by an affiliate.
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
   * succeeded, failed, refunded (all of it) or disputed; a partial refund leaves it succeeded.
   */
  'status': (string);
  /**
   * What it paid for: monthly, annual or lifetime.
   */
  'plan': (string);
  'amountCents': (number);
  'refundedCents': (number);
  /**
   * Lower case, e.g. "usd".
   */
  'currency': (string);
  /**
   * Milliseconds since the epoch; when the provider began it.
   */
  'createdAtMs': (number);
  /**
   * Milliseconds since the epoch; absent while it has not succeeded.
   */
  'paidAtMs'?: (number);
  /**
   * The provider's subscription that it paid for; absent for a single payment.
   */
  'subscriptionId'?: (string);
  /**
   * How often charging has failed.
   */
  'failedAttempts': (number);
  /**
   * Milliseconds since the epoch; when a failed charge is tried again by itself.
   */
  'nextAttemptMs'?: (number);
  /**
   * Set on the first payment of a user who came by an affiliate.
   */
  'conversion'?: (_billing_v1_AffiliateConversion__Output | null);
  '_paidAtMs'?: "paidAtMs";
  '_subscriptionId'?: "subscriptionId";
  '_nextAttemptMs'?: "nextAttemptMs";
  '_conversion'?: "conversion";
}
