// Original file: billing/v1/billing_admin.proto


export interface BillingFiguresRequest {
  /**
   * Months in UTC as "2026-11", both included; at most 60 of them.
   */
  'fromMonth'?: (string) | undefined;
  'toMonth'?: (string) | undefined;
}

export interface BillingFiguresRequest__Output {
  /**
   * Months in UTC as "2026-11", both included; at most 60 of them.
   */
  'fromMonth': (string);
  'toMonth': (string);
}
