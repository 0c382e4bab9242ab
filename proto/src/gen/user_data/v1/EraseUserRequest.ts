// Original file: user_data/v1/user_data.proto


export interface EraseUserRequest {
  'userId'?: (string) | undefined;
}

export interface EraseUserRequest__Output {
  'userId': (string);
}
