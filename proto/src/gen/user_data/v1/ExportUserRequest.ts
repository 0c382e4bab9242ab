// Original file: user_data/v1/user_data.proto


export interface ExportUserRequest {
  'userId'?: (string) | undefined;
  /**
   * next_cursor of the previous page; empty for the first.
   */
  'cursor'?: (string) | undefined;
}

export interface ExportUserRequest__Output {
  'userId': (string);
  /**
   * next_cursor of the previous page; empty for the first.
   */
  'cursor': (string);
}
