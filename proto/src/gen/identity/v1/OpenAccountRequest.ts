// Original file: identity/v1/checkout_accounts.proto


export interface OpenAccountRequest {
  'email'?: (string) | undefined;
  /**
   * Decides whether a repeated call is the same one.
   */
  'checkoutId'?: (string) | undefined;
  'termsAccepted'?: (boolean) | undefined;
  'affiliateCode'?: (string) | undefined;
  '_termsAccepted'?: "termsAccepted";
  '_affiliateCode'?: "affiliateCode";
}

export interface OpenAccountRequest__Output {
  'email': (string);
  /**
   * Decides whether a repeated call is the same one.
   */
  'checkoutId': (string);
  'termsAccepted'?: (boolean);
  'affiliateCode'?: (string);
  '_termsAccepted'?: "termsAccepted";
  '_affiliateCode'?: "affiliateCode";
}
