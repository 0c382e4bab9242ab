// Original file: billing/v1/billing_admin.proto

import type { WebhookEvent as _billing_v1_WebhookEvent, WebhookEvent__Output as _billing_v1_WebhookEvent__Output } from '../../billing/v1/WebhookEvent.ts';

export interface ReplayWebhookResponse {
  'webhook'?: (_billing_v1_WebhookEvent | null) | undefined;
}

export interface ReplayWebhookResponse__Output {
  'webhook': (_billing_v1_WebhookEvent__Output | null);
}
