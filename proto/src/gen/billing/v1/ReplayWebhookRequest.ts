// Original file: billing/v1/billing_admin.proto


export interface ReplayWebhookRequest {
  'id'?: (string) | undefined;
}

export interface ReplayWebhookRequest__Output {
  'id': (string);
}
