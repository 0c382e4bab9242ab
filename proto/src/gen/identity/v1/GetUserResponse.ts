// Original file: identity/v1/identity.proto

import type { Account as _identity_v1_Account, Account__Output as _identity_v1_Account__Output } from '../../identity/v1/Account.ts';

export interface GetUserResponse {
  'user'?: (_identity_v1_Account | null) | undefined;
}

export interface GetUserResponse__Output {
  'user': (_identity_v1_Account__Output | null);
}
