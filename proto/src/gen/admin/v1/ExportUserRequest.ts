// Original file: admin/v1/admin_accounts.proto


export interface ExportUserRequest {
  'userId'?: (string);
  /**
   * Of the page before; empty for the first.
   */
  'cursor'?: (string);
}

export interface ExportUserRequest__Output {
  'userId': (string);
  /**
   * Of the page before; empty for the first.
   */
  'cursor': (string);
}
