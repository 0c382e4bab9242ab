import { guardrailsState } from "@orbline/proto/states";
import type { UserGuardrails } from "../domain/guardrails.ts";

/** The record of a user's guardrails on their topic; null erases the user. */
export const encodeGuardrails = (
  userId: string,
  { selfExcludedUntil, isErased }: UserGuardrails & { isErased?: true | undefined },
): Buffer | null =>
  isErased
    ? null
    : guardrailsState.encode({ userId, selfExcludedUntilMs: selfExcludedUntil?.getTime() ?? 0 });
