// Original file: billing/v1/billing_events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Whole public state of one user's subscription after a change; topic billing.subscriptions, key = user_id.
 * ce_type is subscription.activated, .renewed, .updated, .past_due, .canceled or .expired.
 */
export interface SubscriptionState {
  'userId'?: (string) | undefined;
  /**
   * What accounts and admins see: active, past_due, canceled or none.
   */
  'status'?: (string) | undefined;
  /**
   * What GET /api/subscription/status answers: trialing, active, past_due, canceled or none.
   */
  'accessStatus'?: (string) | undefined;
  /**
   * free, premium, premium_trial or premium_annual.
   */
  'tier'?: (string) | undefined;
  /**
   * Best source of access: trial, monthly, annual, lifetime, manual; empty when there is none.
   */
  'plan'?: (string) | undefined;
  /**
   * Whether access holds as of this state; it also ends by access_until_ms alone, without an event.
   */
  'entitled'?: (boolean) | undefined;
  /**
   * Milliseconds since the epoch; absent while entitled means no end.
   */
  'accessUntilMs'?: (number | string | Long) | undefined;
  /**
   * Milliseconds since the epoch; the end that screens show.
   */
  'periodEndMs'?: (number | string | Long) | undefined;
  /**
   * Milliseconds since the epoch; set while a failed charge is being retried.
   */
  'graceUntilMs'?: (number | string | Long) | undefined;
  /**
   * Milliseconds since the epoch; when the provider tries a failed charge again.
   */
  'nextAttemptMs'?: (number | string | Long) | undefined;
  '_accessUntilMs'?: "accessUntilMs";
  '_periodEndMs'?: "periodEndMs";
  '_graceUntilMs'?: "graceUntilMs";
  '_nextAttemptMs'?: "nextAttemptMs";
}

/**
 * Whole public state of one user's subscription after a change; topic billing.subscriptions, key = user_id.
 * ce_type is subscription.activated, .renewed, .updated, .past_due, .canceled or .expired.
 */
export interface SubscriptionState__Output {
  'userId': (string);
  /**
   * What accounts and admins see: active, past_due, canceled or none.
   */
  'status': (string);
  /**
   * What GET /api/subscription/status answers: trialing, active, past_due, canceled or none.
   */
  'accessStatus': (string);
  /**
   * free, premium, premium_trial or premium_annual.
   */
  'tier': (string);
  /**
   * Best source of access: trial, monthly, annual, lifetime, manual; empty when there is none.
   */
  'plan': (string);
  /**
   * Whether access holds as of this state; it also ends by access_until_ms alone, without an event.
   */
  'entitled': (boolean);
  /**
   * Milliseconds since the epoch; absent while entitled means no end.
   */
  'accessUntilMs'?: (number);
  /**
   * Milliseconds since the epoch; the end that screens show.
   */
  'periodEndMs'?: (number);
  /**
   * Milliseconds since the epoch; set while a failed charge is being retried.
   */
  'graceUntilMs'?: (number);
  /**
   * Milliseconds since the epoch; when the provider tries a failed charge again.
   */
  'nextAttemptMs'?: (number);
  '_accessUntilMs'?: "accessUntilMs";
  '_periodEndMs'?: "periodEndMs";
  '_graceUntilMs'?: "graceUntilMs";
  '_nextAttemptMs'?: "nextAttemptMs";
}
