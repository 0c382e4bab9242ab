// Original file: billing/v1/billing_events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * What an affiliate brought.
 */
export interface AffiliateConversion {
  'code'?: (string) | undefined;
  'amountCents'?: (number | string | Long) | undefined;
  /**
   * Lower case, e.g. "usd".
   */
  'currency'?: (string) | undefined;
  /**
   * Where the buyer began, e.g. "production_signup_form".
   */
  'source'?: (string) | undefined;
}

/**
 * What an affiliate brought.
 */
export interface AffiliateConversion__Output {
  'code': (string);
  'amountCents': (number);
  /**
   * Lower case, e.g. "usd".
   */
  'currency': (string);
  /**
   * Where the buyer began, e.g. "production_signup_form".
   */
  'source': (string);
}
