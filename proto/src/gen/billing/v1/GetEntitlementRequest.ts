// Original file: billing/v1/billing.proto


export interface GetEntitlementRequest {
  'userId'?: (string) | undefined;
}

export interface GetEntitlementRequest__Output {
  'userId': (string);
}
