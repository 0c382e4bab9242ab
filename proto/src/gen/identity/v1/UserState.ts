// Original file: identity/v1/identity_events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Whole public state of one account after a change; topic identity.users, key = id.
 * ce_type is user.registered, user.updated or user.deleted. A null value means the account is gone: billing and
 * prediction have erased the user before it is published, and whoever follows this topic erases on it.
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
 * Whole public state of one account after a change; topic identity.users, key = id.
 * ce_type is user.registered, user.updated or user.deleted. A null value means the account is gone: billing and
 * prediction have erased the user before it is published, and whoever follows this topic erases on it.
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
