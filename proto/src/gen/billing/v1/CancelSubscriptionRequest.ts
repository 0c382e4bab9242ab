// Original file: billing/v1/billing.proto


export interface CancelSubscriptionRequest {
  'userId'?: (string) | undefined;
  /**
   * Idempotency key.
   */
  'commandId'?: (string) | undefined;
}

export interface CancelSubscriptionRequest__Output {
  'userId': (string);
  /**
   * Idempotency key.
   */
  'commandId': (string);
}
