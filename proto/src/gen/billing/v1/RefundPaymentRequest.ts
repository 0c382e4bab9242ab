// Original file: billing/v1/billing_admin.proto

import type { Long } from '@grpc/proto-loader';

export interface RefundPaymentRequest {
  'paymentId'?: (string) | undefined;
  /**
   * Default: everything that is not refunded yet.
   */
  'amountCents'?: (number | string | Long) | undefined;
  /**
   * Idempotency key.
   */
  'commandId'?: (string) | undefined;
  '_amountCents'?: "amountCents";
}

export interface RefundPaymentRequest__Output {
  'paymentId': (string);
  /**
   * Default: everything that is not refunded yet.
   */
  'amountCents'?: (number);
  /**
   * Idempotency key.
   */
  'commandId': (string);
  '_amountCents'?: "amountCents";
}
