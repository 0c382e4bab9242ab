// Original file: user_data/v1/user_data.proto


export interface EraseUserResponse {
  /**
   * False while the erasure is in progress; the caller repeats the call.
   */
  'done'?: (boolean) | undefined;
}

export interface EraseUserResponse__Output {
  /**
   * False while the erasure is in progress; the caller repeats the call.
   */
  'done': (boolean);
}
