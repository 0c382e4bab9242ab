// Original file: billing/v1/billing.proto


export interface CancelSubscriptionRequest {
  'userId'?: (string) | undefined;
  /**
   * Makes a repeated call harmless.
   */
  'commandId'?: (string) | undefined;
}

export interface CancelSubscriptionRequest__Output {
  'userId': (string);
  /**
   * Makes a repeated call harmless.
   */
  'commandId': (string);
}
