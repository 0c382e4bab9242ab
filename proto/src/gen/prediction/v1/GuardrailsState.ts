// Original file: prediction/v1/prediction_events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A user's guardrails as other services need them; topic prediction.guardrails, key = user id. ce_type is
 * guardrails.changed or guardrails.erased. A null record erases the user.
 */
export interface GuardrailsState {
  'userId'?: (string) | undefined;
  /**
   * End of the self-exclusion in milliseconds since the epoch; 0 without one. It never moves to an earlier time.
   */
  'selfExcludedUntilMs'?: (number | string | Long) | undefined;
}

/**
 * A user's guardrails as other services need them; topic prediction.guardrails, key = user id. ce_type is
 * guardrails.changed or guardrails.erased. A null record erases the user.
 */
export interface GuardrailsState__Output {
  'userId': (string);
  /**
   * End of the self-exclusion in milliseconds since the epoch; 0 without one. It never moves to an earlier time.
   */
  'selfExcludedUntilMs': (number);
}
