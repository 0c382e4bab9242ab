// Original file: billing/v1/billing_admin.proto

import type { WebhookEvent as _billing_v1_WebhookEvent, WebhookEvent__Output as _billing_v1_WebhookEvent__Output } from '../../billing/v1/WebhookEvent.ts';

export interface GetWebhookResponse {
  'webhook'?: (_billing_v1_WebhookEvent | null) | undefined;
}

export interface GetWebhookResponse__Output {
  'webhook': (_billing_v1_WebhookEvent__Output | null);
}
