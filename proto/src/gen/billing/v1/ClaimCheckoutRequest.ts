// Original file: billing/v1/billing_accounts.proto


export interface ClaimCheckoutRequest {
  'checkoutId'?: (string) | undefined;
  'userId'?: (string) | undefined;
}

export interface ClaimCheckoutRequest__Output {
  'checkoutId': (string);
  'userId': (string);
}
