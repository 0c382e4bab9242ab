// Original file: billing/v1/billing_admin.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Payments count in the month in which they were paid; so do their refunds.
 */
export interface MonthFigures {
  'month'?: (string) | undefined;
  'payments'?: (number) | undefined;
  'grossCents'?: (number | string | Long) | undefined;
  'refundedCents'?: (number | string | Long) | undefined;
  'trialsStarted'?: (number) | undefined;
}

/**
 * Payments count in the month in which they were paid; so do their refunds.
 */
export interface MonthFigures__Output {
  'month': (string);
  'payments': (number);
  'grossCents': (number);
  'refundedCents': (number);
  'trialsStarted': (number);
}
