// Original file: billing/v1/billing_accounts.proto


export interface ExportUserResponse {
  /**
   * A JSON object with subscriptions, payments, checkouts, cards' trials, affiliates' conversions, and in words what is
   * kept after a deletion; no ids of the provider's secrets or cards.
   */
  'json'?: (string) | undefined;
}

export interface ExportUserResponse__Output {
  /**
   * A JSON object with subscriptions, payments, checkouts, cards' trials, affiliates' conversions, and in words what is
   * kept after a deletion; no ids of the provider's secrets or cards.
   */
  'json': (string);
}
