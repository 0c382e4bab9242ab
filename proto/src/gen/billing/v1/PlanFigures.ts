// Original file: billing/v1/billing_admin.proto

import type { Long } from '@grpc/proto-loader';

export interface PlanFigures {
  'plan'?: (string) | undefined;
  'payments'?: (number) | undefined;
  'grossCents'?: (number | string | Long) | undefined;
  'refundedCents'?: (number | string | Long) | undefined;
}

export interface PlanFigures__Output {
  'plan': (string);
  'payments': (number);
  'grossCents': (number);
  'refundedCents': (number);
}
