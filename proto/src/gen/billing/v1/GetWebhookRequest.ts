// Original file: billing/v1/billing_admin.proto


export interface GetWebhookRequest {
  'id'?: (string) | undefined;
}

export interface GetWebhookRequest__Output {
  'id': (string);
}
