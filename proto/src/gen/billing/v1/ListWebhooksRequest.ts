// Original file: billing/v1/billing_admin.proto


export interface ListWebhooksRequest {
  /**
   * 1 to 200; 50 when absent.
   */
  'limit'?: (number) | undefined;
  /**
   * Of the page before; empty for the first.
   */
  'cursor'?: (string) | undefined;
  /**
   * open, done, ignored or failed only.
   */
  'outcome'?: (string) | undefined;
  /**
   * The event of this id only, whatever the rest says.
   */
  'id'?: (string) | undefined;
  '_outcome'?: "outcome";
  '_id'?: "id";
}

export interface ListWebhooksRequest__Output {
  /**
   * 1 to 200; 50 when absent.
   */
  'limit': (number);
  /**
   * Of the page before; empty for the first.
   */
  'cursor': (string);
  /**
   * open, done, ignored or failed only.
   */
  'outcome'?: (string);
  /**
   * The event of this id only, whatever the rest says.
   */
  'id'?: (string);
  '_outcome'?: "outcome";
  '_id'?: "id";
}
