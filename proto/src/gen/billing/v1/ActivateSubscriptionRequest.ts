// Original file: billing/v1/billing.proto


export interface ActivateSubscriptionRequest {
  'userId'?: (string);
  /**
   * 1, 7, 30, 90 or 365.
   */
  'durationDays'?: (number);
  /**
   * Makes a repeated call harmless.
   */
  'commandId'?: (string);
}

export interface ActivateSubscriptionRequest__Output {
  'userId': (string);
  /**
   * 1, 7, 30, 90 or 365.
   */
  'durationDays': (number);
  /**
   * Makes a repeated call harmless.
   */
  'commandId': (string);
}
