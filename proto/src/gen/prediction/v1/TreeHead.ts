// Original file: prediction/v1/prediction_events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Signed tree head of the record log; topic prediction.tree_heads, key = number. ce_type is tree_head.published.
 */
export interface TreeHead {
  /**
   * Place among all heads, from 0 without a gap.
   */
  'number'?: (number | string | Long) | undefined;
  /**
   * Number of leaves.
   */
  'size'?: (number | string | Long) | undefined;
  /**
   * SHA-256 root over the leaves (RFC 6962, section 2.1), in hex.
   */
  'rootHash'?: (string) | undefined;
  /**
   * Milliseconds since the epoch.
   */
  'timestampMs'?: (number | string | Long) | undefined;
  /**
   * SHA-256 in hex of the public key (DER SubjectPublicKeyInfo).
   */
  'keyId'?: (string) | undefined;
  /**
   * Ed25519 over TreeHeadSignature of RFC 6962, section 3.5, in base64.
   */
  'signature'?: (string) | undefined;
}

/**
 * Signed tree head of the record log; topic prediction.tree_heads, key = number. ce_type is tree_head.published.
 */
export interface TreeHead__Output {
  /**
   * Place among all heads, from 0 without a gap.
   */
  'number': (number);
  /**
   * Number of leaves.
   */
  'size': (number);
  /**
   * SHA-256 root over the leaves (RFC 6962, section 2.1), in hex.
   */
  'rootHash': (string);
  /**
   * Milliseconds since the epoch.
   */
  'timestampMs': (number);
  /**
   * SHA-256 in hex of the public key (DER SubjectPublicKeyInfo).
   */
  'keyId': (string);
  /**
   * Ed25519 over TreeHeadSignature of RFC 6962, section 3.5, in base64.
   */
  'signature': (string);
}
