// Original file: billing/v1/billing_admin.proto

import type { Long } from '@grpc/proto-loader';

export interface RefundPaymentRequest {
  'paymentId'?: (string) | undefined;
  /**
   * Cents; everything that is left when absent.
   */
  'amountCents'?: (number | string | Long) | undefined;
  /**
   * Makes a repeated call harmless.
   */
  'commandId'?: (string) | undefined;
  '_amountCents'?: "amountCents";
}

export interface RefundPaymentRequest__Output {
  'paymentId': (string);
  /**
   * Cents; everything that is left when absent.
   */
  'amountCents'?: (number);
  /**
   * Makes a repeated call harmless.
   */
  'commandId': (string);
  '_amountCents'?: "amountCents";
}
