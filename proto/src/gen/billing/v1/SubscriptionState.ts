// Original file: billing/v1/billing_events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Complete public state of one user's subscription after a change; topic billing.subscriptions, key = user_id.
 * ce_type is subscription.activated, .renewed, .updated, .past_due, .canceled or .expired.
 */
export interface SubscriptionState {
  'userId'?: (string) | undefined;
  /**
   * Status on account and admin screens: active, past_due, canceled or none.
   */
  'status'?: (string) | undefined;
  /**
   * Status of GET /api/subscription/status: trialing, active, past_due, canceled or none.
   */
  'accessStatus'?: (string) | undefined;
  /**
   * free, premium, premium_trial or premium_annual.
   */
  'tier'?: (string) | undefined;
  /**
   * Best source of access: trial, monthly, annual, lifetime or manual; empty without access.
   */
  'plan'?: (string) | undefined;
  /**
   * Access at the time of this state. It also ends at access_until_ms, without an event.
   */
  'entitled'?: (boolean) | undefined;
  /**
   * Milliseconds since the epoch; absent when access has no end.
   */
  'accessUntilMs'?: (number | string | Long) | undefined;
  /**
   * End date on screens, in milliseconds since the epoch.
   */
  'periodEndMs'?: (number | string | Long) | undefined;
  /**
   * End of the grace period after a failed charge, in milliseconds since the epoch.
   */
  'graceUntilMs'?: (number | string | Long) | undefined;
  /**
   * Next automatic attempt after a failed charge, in milliseconds since the epoch.
   */
  'nextAttemptMs'?: (number | string | Long) | undefined;
  '_accessUntilMs'?: "accessUntilMs";
  '_periodEndMs'?: "periodEndMs";
  '_graceUntilMs'?: "graceUntilMs";
  '_nextAttemptMs'?: "nextAttemptMs";
}

/**
 * Complete public state of one user's subscription after a change; topic billing.subscriptions, key = user_id.
 * ce_type is subscription.activated, .renewed, .updated, .past_due, .canceled or .expired.
 */
export interface SubscriptionState__Output {
  'userId': (string);
  /**
   * Status on account and admin screens: active, past_due, canceled or none.
   */
  'status': (string);
  /**
   * Status of GET /api/subscription/status: trialing, active, past_due, canceled or none.
   */
  'accessStatus': (string);
  /**
   * free, premium, premium_trial or premium_annual.
   */
  'tier': (string);
  /**
   * Best source of access: trial, monthly, annual, lifetime or manual; empty without access.
   */
  'plan': (string);
  /**
   * Access at the time of this state. It also ends at access_until_ms, without an event.
   */
  'entitled': (boolean);
  /**
   * Milliseconds since the epoch; absent when access has no end.
   */
  'accessUntilMs'?: (number);
  /**
   * End date on screens, in milliseconds since the epoch.
   */
  'periodEndMs'?: (number);
  /**
   * End of the grace period after a failed charge, in milliseconds since the epoch.
   */
  'graceUntilMs'?: (number);
  /**
   * Next automatic attempt after a failed charge, in milliseconds since the epoch.
   */
  'nextAttemptMs'?: (number);
  '_accessUntilMs'?: "accessUntilMs";
  '_periodEndMs'?: "periodEndMs";
  '_graceUntilMs'?: "graceUntilMs";
  '_nextAttemptMs'?: "nextAttemptMs";
}
