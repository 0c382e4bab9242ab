// Original file: billing/v1/billing_admin.proto

import type { Long } from '@grpc/proto-loader';

export interface PlanFigures {
  'plan'?: (string);
  'payments'?: (number);
  'grossCents'?: (number | string | Long);
  'refundedCents'?: (number | string | Long);
}

export interface PlanFigures__Output {
  'plan': (string);
  'payments': (number);
  'grossCents': (number);
  'refundedCents': (number);
}
