// Original file: billing/v1/billing_accounts.proto


export interface EraseUserResponse {
  /**
   * False while something is still owed to the provider; it is done behind the answer, and asking again tells.
   */
  'done'?: (boolean) | undefined;
}

export interface EraseUserResponse__Output {
  /**
   * False while something is still owed to the provider; it is done behind the answer, and asking again tells.
   */
  'done': (boolean);
}
