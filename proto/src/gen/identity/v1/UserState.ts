// Original file: identity/v1/identity_events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Complete public state of one account after a change; topic identity.users, key = id. ce_type is user.registered,
 * user.updated or user.deleted. A null value means that the account is deleted: billing and prediction have erased the
 * user by then, and every other consumer must erase its copies.
 */
export interface UserState {
  'id'?: (string) | undefined;
  'username'?: (string) | undefined;
  'email'?: (string) | undefined;
  'emailVerified'?: (boolean) | undefined;
  /**
   * "user" or "admin".
   */
  'role'?: (string) | undefined;
  /**
   * Milliseconds since the epoch.
   */
  'createdAtMs'?: (number | string | Long) | undefined;
  '_email'?: "email";
}

/**
 * Complete public state of one account after a change; topic identity.users, key = id. ce_type is user.registered,
 * user.updated or user.deleted. A null value means that the account is deleted: billing and prediction have erased the
 * user by then, and every other consumer must erase its copies.
 */
export interface UserState__Output {
  'id': (string);
  'username': (string);
  'email'?: (string);
  'emailVerified': (boolean);
  /**
   * "user" or "admin".
   */
  'role': (string);
  /**
   * Milliseconds since the epoch.
   */
  'createdAtMs': (number);
  '_email'?: "email";
}
