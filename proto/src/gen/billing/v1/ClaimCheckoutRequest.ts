// Original file: billing/v1/billing_accounts.proto


export interface ClaimCheckoutRequest {
  'checkoutId'?: (string);
  'userId'?: (string);
}

export interface ClaimCheckoutRequest__Output {
  'checkoutId': (string);
  'userId': (string);
}
