// Original file: billing/v1/billing_accounts.proto


export interface EraseUserRequest {
  'userId'?: (string) | undefined;
}

export interface EraseUserRequest__Output {
  'userId': (string);
}
