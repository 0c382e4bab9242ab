// Original file: billing/v1/billing.proto


export interface GetSubscriptionRequest {
  'userId'?: (string) | undefined;
}

export interface GetSubscriptionRequest__Output {
  'userId': (string);
}
