// Original file: prediction/v1/prediction_accounts.proto


export interface EraseUserRequest {
  'userId'?: (string);
}

export interface EraseUserRequest__Output {
  'userId': (string);
}
