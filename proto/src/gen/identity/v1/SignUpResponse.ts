// Original file: identity/v1/identity.proto

import type { Account as _identity_v1_Account, Account__Output as _identity_v1_Account__Output } from '../../identity/v1/Account.ts';

export interface SignUpResponse {
  'user'?: (_identity_v1_Account | null) | undefined;
  /**
   * Value of a Set-Cookie header that opens the session in the browser.
   */
  'sessionCookie'?: (string) | undefined;
  /**
   * False when the call logged in to an existing account.
   */
  'created'?: (boolean) | undefined;
}

export interface SignUpResponse__Output {
  'user': (_identity_v1_Account__Output | null);
  /**
   * Value of a Set-Cookie header that opens the session in the browser.
   */
  'sessionCookie': (string);
  /**
   * False when the call logged in to an existing account.
   */
  'created': (boolean);
}
