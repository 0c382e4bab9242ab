// Original file: prediction/v1/prediction_accounts.proto


export interface ExportUserRequest {
  'userId'?: (string) | undefined;
  /**
   * Of the page before; empty for the first.
   */
  'cursor'?: (string) | undefined;
}

export interface ExportUserRequest__Output {
  'userId': (string);
  /**
   * Of the page before; empty for the first.
   */
  'cursor': (string);
}
