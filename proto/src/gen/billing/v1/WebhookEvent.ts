// Original file: billing/v1/billing_admin.proto

import type { Long } from '@grpc/proto-loader';

/**
 * One event in the webhook inbox, without its payload.
 */
export interface WebhookEvent {
  'id'?: (string) | undefined;
  'type'?: (string) | undefined;
  /**
   * Id of the event's object; empty if it has none.
   */
  'objectId'?: (string) | undefined;
  'receivedAtMs'?: (number | string | Long) | undefined;
  'attempts'?: (number) | undefined;
  /**
   * open while it is due or waits for its next attempt, then done, ignored or failed.
   */
  'outcome'?: (string) | undefined;
  'finishedAtMs'?: (number | string | Long) | undefined;
  'nextAttemptMs'?: (number | string | Long) | undefined;
  /**
   * Error of the last failed attempt.
   */
  'lastError'?: (string) | undefined;
  /**
   * Code of the reason why it was ignored.
   */
  'reason'?: (string) | undefined;
  '_finishedAtMs'?: "finishedAtMs";
  '_nextAttemptMs'?: "nextAttemptMs";
  '_lastError'?: "lastError";
  '_reason'?: "reason";
}

/**
 * One event in the webhook inbox, without its payload.
 */
export interface WebhookEvent__Output {
  'id': (string);
  'type': (string);
  /**
   * Id of the event's object; empty if it has none.
   */
  'objectId': (string);
  'receivedAtMs': (number);
  'attempts': (number);
  /**
   * open while it is due or waits for its next attempt, then done, ignored or failed.
   */
  'outcome': (string);
  'finishedAtMs'?: (number);
  'nextAttemptMs'?: (number);
  /**
   * Error of the last failed attempt.
   */
  'lastError'?: (string);
  /**
   * Code of the reason why it was ignored.
   */
  'reason'?: (string);
  '_finishedAtMs'?: "finishedAtMs";
  '_nextAttemptMs'?: "nextAttemptMs";
  '_lastError'?: "lastError";
  '_reason'?: "reason";
}
