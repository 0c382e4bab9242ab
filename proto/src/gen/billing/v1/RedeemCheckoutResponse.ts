// Original file: billing/v1/billing_accounts.proto


export interface RedeemCheckoutResponse {
  'userId'?: (string) | undefined;
}

export interface RedeemCheckoutResponse__Output {
  'userId': (string);
}
