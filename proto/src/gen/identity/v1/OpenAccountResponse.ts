// Original file: identity/v1/checkout_accounts.proto

import type { Account as _identity_v1_Account, Account__Output as _identity_v1_Account__Output } from '../../identity/v1/Account.ts';

export interface OpenAccountResponse {
  'user'?: (_identity_v1_Account | null) | undefined;
  /**
   * Whether this checkout opened the account and it has no password yet.
   */
  'created'?: (boolean) | undefined;
}

export interface OpenAccountResponse__Output {
  'user': (_identity_v1_Account__Output | null);
  /**
   * Whether this checkout opened the account and it has no password yet.
   */
  'created': (boolean);
}
