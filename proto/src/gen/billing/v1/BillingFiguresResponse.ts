// Original file: billing/v1/billing_admin.proto

import type { MonthFigures as _billing_v1_MonthFigures, MonthFigures__Output as _billing_v1_MonthFigures__Output } from '../../billing/v1/MonthFigures.ts';
import type { PlanFigures as _billing_v1_PlanFigures, PlanFigures__Output as _billing_v1_PlanFigures__Output } from '../../billing/v1/PlanFigures.ts';
import type { ActiveFigures as _billing_v1_ActiveFigures, ActiveFigures__Output as _billing_v1_ActiveFigures__Output } from '../../billing/v1/ActiveFigures.ts';
import type { Long } from '@grpc/proto-loader';

export interface BillingFiguresResponse {
  'currency'?: (string) | undefined;
  /**
   * Every month of the range, oldest first.
   */
  'months'?: (_billing_v1_MonthFigures)[];
  /**
   * The plans that were paid for in the range.
   */
  'plans'?: (_billing_v1_PlanFigures)[];
  /**
   * Users with access now, by plan: trial, monthly, annual, lifetime, manual.
   */
  'active'?: (_billing_v1_ActiveFigures)[];
  /**
   * Trials that began in the range.
   */
  'trialsStarted'?: (number) | undefined;
  /**
   * Of those, how many led to a payment.
   */
  'trialsConverted'?: (number) | undefined;
  /**
   * Conversions of affiliates in the range.
   */
  'affiliateConversions'?: (number) | undefined;
  'affiliateCents'?: (number | string | Long) | undefined;
}

export interface BillingFiguresResponse__Output {
  'currency': (string);
  /**
   * Every month of the range, oldest first.
   */
  'months': (_billing_v1_MonthFigures__Output)[];
  /**
   * The plans that were paid for in the range.
   */
  'plans': (_billing_v1_PlanFigures__Output)[];
  /**
   * Users with access now, by plan: trial, monthly, annual, lifetime, manual.
   */
  'active': (_billing_v1_ActiveFigures__Output)[];
  /**
   * Trials that began in the range.
   */
  'trialsStarted': (number);
  /**
   * Of those, how many led to a payment.
   */
  'trialsConverted': (number);
  /**
   * Conversions of affiliates in the range.
   */
  'affiliateConversions': (number);
  'affiliateCents': (number);
}
