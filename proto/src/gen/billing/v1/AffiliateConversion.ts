// Original file: billing/v1/billing_events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A sale that is credited to an affiliate.
 */
export interface AffiliateConversion {
  'code'?: (string) | undefined;
  'amountCents'?: (number | string | Long) | undefined;
  /**
   * Lower case, e.g. "usd".
   */
  'currency'?: (string) | undefined;
  /**
   * Form of the sign-up, e.g. "production_signup_form".
   */
  'source'?: (string) | undefined;
}

/**
 * A sale that is credited to an affiliate.
 */
export interface AffiliateConversion__Output {
  'code': (string);
  'amountCents': (number);
  /**
   * Lower case, e.g. "usd".
   */
  'currency': (string);
  /**
   * Form of the sign-up, e.g. "production_signup_form".
   */
  'source': (string);
}
