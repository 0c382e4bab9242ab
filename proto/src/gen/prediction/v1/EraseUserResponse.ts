// Original file: prediction/v1/prediction_accounts.proto


export interface EraseUserResponse {
  'done'?: (boolean) | undefined;
}

export interface EraseUserResponse__Output {
  'done': (boolean);
}
