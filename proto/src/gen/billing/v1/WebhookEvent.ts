// Original file: billing/v1/billing_admin.proto

import type { Long } from '@grpc/proto-loader';

/**
 * One event of the payment provider, without its payload.
 */
export interface WebhookEvent {
  'id'?: (string) | undefined;
  'type'?: (string) | undefined;
  /**
   * Id of what it is about; empty when that has none.
   */
  'objectId'?: (string) | undefined;
  'receivedAtMs'?: (number | string | Long) | undefined;
  'attempts'?: (number) | undefined;
  /**
   * open while it is due or waits for its next attempt; then done, ignored or failed.
   */
  'outcome'?: (string) | undefined;
  'finishedAtMs'?: (number | string | Long) | undefined;
  'nextAttemptMs'?: (number | string | Long) | undefined;
  /**
   * Of the last attempt while it is open, or of the one after which it was given up.
   */
  'lastError'?: (string) | undefined;
  /**
   * Why it was ignored, as a code.
   */
  'reason'?: (string) | undefined;
  '_finishedAtMs'?: "finishedAtMs";
  '_nextAttemptMs'?: "nextAttemptMs";
  '_lastError'?: "lastError";
  '_reason'?: "reason";
}

/**
 * One event of the payment provider, without its payload.
 */
export interface WebhookEvent__Output {
  'id': (string);
  'type': (string);
  /**
   * Id of what it is about; empty when that has none.
   */
  'objectId': (string);
  'receivedAtMs': (number);
  'attempts': (number);
  /**
   * open while it is due or waits for its next attempt; then done, ignored or failed.
   */
  'outcome': (string);
  'finishedAtMs'?: (number);
  'nextAttemptMs'?: (number);
  /**
   * Of the last attempt while it is open, or of the one after which it was given up.
   */
  'lastError'?: (string);
  /**
   * Why it was ignored, as a code.
   */
  'reason'?: (string);
  '_finishedAtMs'?: "finishedAtMs";
  '_nextAttemptMs'?: "nextAttemptMs";
  '_lastError'?: "lastError";
  '_reason'?: "reason";
}
