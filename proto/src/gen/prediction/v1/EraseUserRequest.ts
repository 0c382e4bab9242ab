// Original file: prediction/v1/prediction_accounts.proto


export interface EraseUserRequest {
  'userId'?: (string) | undefined;
}

export interface EraseUserRequest__Output {
  'userId': (string);
}
