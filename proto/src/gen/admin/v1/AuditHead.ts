// Original file: admin/v1/admin_events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Last entry of the audit log; topic admin.audit_heads, key = number. ce_type is audit_head.published.
 */
export interface AuditHead {
  /**
   * Place among all entries, from 1 without a gap.
   */
  'number'?: (number | string | Long) | undefined;
  /**
   * Hash of the entry in hex, which covers all entries before it.
   */
  'hash'?: (string) | undefined;
  /**
   * Milliseconds since the epoch.
   */
  'atMs'?: (number | string | Long) | undefined;
}

/**
 * Last entry of the audit log; topic admin.audit_heads, key = number. ce_type is audit_head.published.
 */
export interface AuditHead__Output {
  /**
   * Place among all entries, from 1 without a gap.
   */
  'number': (number);
  /**
   * Hash of the entry in hex, which covers all entries before it.
   */
  'hash': (string);
  /**
   * Milliseconds since the epoch.
   */
  'atMs': (number);
}
