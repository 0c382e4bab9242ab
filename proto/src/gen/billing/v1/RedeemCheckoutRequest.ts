// Original file: billing/v1/billing_accounts.proto


export interface RedeemCheckoutRequest {
  /**
   * The provider's id of the checkout session, from the address of the success page.
   */
  'sessionId'?: (string) | undefined;
  /**
   * Value of the browser's checkout cookie.
   */
  'secret'?: (string) | undefined;
}

export interface RedeemCheckoutRequest__Output {
  /**
   * The provider's id of the checkout session, from the address of the success page.
   */
  'sessionId': (string);
  /**
   * Value of the browser's checkout cookie.
   */
  'secret': (string);
}
