// Original file: identity/v1/checkout_accounts.proto


export interface SendClaimLinkRequest {
  'userId'?: (string) | undefined;
  'checkoutId'?: (string) | undefined;
  /**
   * What was bought, as the mail names it: trial, monthly, annual or lifetime.
   */
  'plan'?: (string) | undefined;
  /**
   * 0 for the first mail, 1 and 2 for the reminders.
   */
  'reminder'?: (number) | undefined;
  /**
   * The address that paid. Nothing is mailed while the account has another one; without it, the mail goes to whatever
   * address the account has.
   */
  'email'?: (string) | undefined;
  '_email'?: "email";
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
  /**
   * The address that paid. Nothing is mailed while the account has another one; without it, the mail goes to whatever
   * address the account has.
   */
  'email'?: (string);
  '_email'?: "email";
}
