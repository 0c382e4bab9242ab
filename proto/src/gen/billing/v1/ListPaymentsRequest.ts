// Original file: billing/v1/billing_admin.proto


export interface ListPaymentsRequest {
  /**
   * 1 to 200; 50 when absent.
   */
  'limit'?: (number) | undefined;
  /**
   * next_cursor of the previous page; empty for the first.
   */
  'cursor'?: (string) | undefined;
  /**
   * Only payments of this user.
   */
  'userId'?: (string) | undefined;
  /**
   * Only payments with this status: succeeded, failed, refunded or disputed.
   */
  'status'?: (string) | undefined;
  /**
   * Only the payment with this id; the other filters are ignored.
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
   * next_cursor of the previous page; empty for the first.
   */
  'cursor': (string);
  /**
   * Only payments of this user.
   */
  'userId'?: (string);
  /**
   * Only payments with this status: succeeded, failed, refunded or disputed.
   */
  'status'?: (string);
  /**
   * Only the payment with this id; the other filters are ignored.
   */
  'id'?: (string);
  '_userId'?: "userId";
  '_status'?: "status";
  '_id'?: "id";
}
