// Original file: billing/v1/billing_accounts.proto


export interface EraseUserRequest {
  'userId'?: (string);
}

export interface EraseUserRequest__Output {
  'userId': (string);
}
