// Original file: identity/v1/checkout_accounts.proto


export interface OpenAccountRequest {
  'email'?: (string) | undefined;
  /**
   * Idempotency key.
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
   * Idempotency key.
   */
  'checkoutId': (string);
  'termsAccepted'?: (boolean);
  'affiliateCode'?: (string);
  '_termsAccepted'?: "termsAccepted";
  '_affiliateCode'?: "affiliateCode";
}
