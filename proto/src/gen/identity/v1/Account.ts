// Original file: identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

/**
 * An account without its password hash.
 */
export interface Account {
  'id'?: (string) | undefined;
  'username'?: (string) | undefined;
  'email'?: (string) | undefined;
  'emailVerified'?: (boolean) | undefined;
  'phone'?: (string) | undefined;
  /**
   * "user" or "admin".
   */
  'role'?: (string) | undefined;
  /**
   * Milliseconds since the epoch.
   */
  'createdAtMs'?: (number | string | Long) | undefined;
  /**
   * Version of the account's state, as published on identity.users.
   */
  'version'?: (number | string | Long) | undefined;
  /**
   * False until the owner of an account that a checkout opened sets a password.
   */
  'hasPassword'?: (boolean) | undefined;
  /**
   * The affiliate's code of the registration.
   */
  'affiliateCode'?: (string) | undefined;
  '_email'?: "email";
  '_phone'?: "phone";
  '_affiliateCode'?: "affiliateCode";
}

/**
 * An account without its password hash.
 */
export interface Account__Output {
  'id': (string);
  'username': (string);
  'email'?: (string);
  'emailVerified': (boolean);
  'phone'?: (string);
  /**
   * "user" or "admin".
   */
  'role': (string);
  /**
   * Milliseconds since the epoch.
   */
  'createdAtMs': (number);
  /**
   * Version of the account's state, as published on identity.users.
   */
  'version': (number);
  /**
   * False until the owner of an account that a checkout opened sets a password.
   */
  'hasPassword': (boolean);
  /**
   * The affiliate's code of the registration.
   */
  'affiliateCode'?: (string);
  '_email'?: "email";
  '_phone'?: "phone";
  '_affiliateCode'?: "affiliateCode";
}
