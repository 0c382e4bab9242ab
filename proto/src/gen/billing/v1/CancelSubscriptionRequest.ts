// Original file: billing/v1/billing.proto


export interface CancelSubscriptionRequest {
  'userId'?: (string);
  /**
   * Makes a repeated call harmless.
   */
  'commandId'?: (string);
}

export interface CancelSubscriptionRequest__Output {
  'userId': (string);
  /**
   * Makes a repeated call harmless.
   */
  'commandId': (string);
}
