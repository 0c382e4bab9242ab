// Original file: billing/v1/billing_accounts.proto


export interface ExportUserRequest {
  'userId'?: (string) | undefined;
}

export interface ExportUserRequest__Output {
  'userId': (string);
}
