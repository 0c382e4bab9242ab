// Original file: billing/v1/billing_admin.proto


export interface ListPaymentsRequest {
  /**
   * 1 to 200; 50 when absent.
   */
  'limit'?: (number) | undefined;
  /**
   * Of the page before; empty for the first.
   */
  'cursor'?: (string) | undefined;
  /**
   * Payments of one user only.
   */
  'userId'?: (string) | undefined;
  /**
   * succeeded, failed, refunded or disputed only.
   */
  'status'?: (string) | undefined;
  /**
   * The payment of this id only, whatever the rest says.
   */
  'id'?: (string) | undefined;
  '_userId'?: "userId";
  '_status'?: "status";
  '_id'?: "id";
}

export interface ListPaymentsRequest__Output {
  /**
   * 1 to 200; 50 when absent.
   */
  'limit': (number);
  /**
   * Of the page before; empty for the first.
   */
  'cursor': (string);
  /**
   * Payments of one user only.
   */
  'userId'?: (string);
  /**
   * succeeded, failed, refunded or disputed only.
   */
  'status'?: (string);
  /**
   * The payment of this id only, whatever the rest says.
   */
  'id'?: (string);
  '_userId'?: "userId";
  '_status'?: "status";
  '_id'?: "id";
}
