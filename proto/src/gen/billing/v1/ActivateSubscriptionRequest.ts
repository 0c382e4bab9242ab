// Original file: billing/v1/billing.proto


export interface ActivateSubscriptionRequest {
  'userId'?: (string) | undefined;
  /**
   * 1, 7, 30, 90 or 365.
   */
  'durationDays'?: (number) | undefined;
  /**
   * Idempotency key.
   */
  'commandId'?: (string) | undefined;
}

export interface ActivateSubscriptionRequest__Output {
  'userId': (string);
  /**
   * 1, 7, 30, 90 or 365.
   */
  'durationDays': (number);
  /**
   * Idempotency key.
   */
  'commandId': (string);
}
