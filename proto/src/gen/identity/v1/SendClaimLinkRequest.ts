// Original file: identity/v1/checkout_accounts.proto


export interface SendClaimLinkRequest {
  'userId'?: (string);
  'checkoutId'?: (string);
  /**
   * What was bought, as the mail names it: trial, monthly, annual or lifetime.
   */
  'plan'?: (string);
  /**
   * 0 for the first mail, 1 and 2 for the reminders.
   */
  'reminder'?: (number);
}

export interface SendClaimLinkRequest__Output {
  'userId': (string);
  'checkoutId': (string);
  /**
   * What was bought, as the mail names it: trial, monthly, annual or lifetime.
   */
  'plan': (string);
  /**
   * 0 for the first mail, 1 and 2 for the reminders.
   */
  'reminder': (number);
}
