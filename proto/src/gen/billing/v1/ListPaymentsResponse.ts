// Original file: billing/v1/billing_admin.proto

import type { PaymentState as _billing_v1_PaymentState, PaymentState__Output as _billing_v1_PaymentState__Output } from '../../billing/v1/PaymentState.ts';

export interface ListPaymentsResponse {
  'payments'?: (_billing_v1_PaymentState)[];
  /**
   * Empty on the last page.
   */
  'nextCursor'?: (string) | undefined;
}

export interface ListPaymentsResponse__Output {
  'payments': (_billing_v1_PaymentState__Output)[];
  /**
   * Empty on the last page.
   */
  'nextCursor': (string);
}
