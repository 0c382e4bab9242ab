// Original file: billing/v1/billing_admin.proto

import type { WebhookEvent as _billing_v1_WebhookEvent, WebhookEvent__Output as _billing_v1_WebhookEvent__Output } from '../../billing/v1/WebhookEvent.ts';

export interface ListWebhooksResponse {
  'webhooks'?: (_billing_v1_WebhookEvent)[];
  /**
   * Empty on the last page.
   */
  'nextCursor'?: (string) | undefined;
}

export interface ListWebhooksResponse__Output {
  'webhooks': (_billing_v1_WebhookEvent__Output)[];
  /**
   * Empty on the last page.
   */
  'nextCursor': (string);
}
