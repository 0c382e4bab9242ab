// Original file: identity/v1/checkout_accounts.proto


export interface SendClaimLinkRequest {
  'userId'?: (string) | undefined;
  'checkoutId'?: (string) | undefined;
  /**
   * trial, monthly, annual or lifetime.
   */
  'plan'?: (string) | undefined;
  /**
   * 0 for the first email, 1 and 2 for the reminders.
   */
  'reminder'?: (number) | undefined;
  /**
   * The buyer's address. Nothing is sent if the account has another one.
   */
  'email'?: (string) | undefined;
}

export interface SendClaimLinkRequest__Output {
  'userId': (string);
  'checkoutId': (string);
  /**
   * trial, monthly, annual or lifetime.
   */
  'plan': (string);
  /**
   * 0 for the first email, 1 and 2 for the reminders.
   */
  'reminder': (number);
  /**
   * The buyer's address. Nothing is sent if the account has another one.
   */
  'email': (string);
}
