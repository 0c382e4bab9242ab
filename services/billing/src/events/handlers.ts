import type { EventRecord } from "@orbline/kit/kafka/event";
import { guardrailsState } from "@orbline/proto/states";
import { topics } from "@orbline/proto/topics";
import type { BillingDeps } from "../use-cases/ports.ts";
import { selfExcludeUser } from "../use-cases/subscription/self-exclude.ts";

/** Follows the self-exclusions of prediction. The end of a user's record needs nothing: the deletion has erased billing before. */
export function eventHandlers(deps: BillingDeps) {
  return {
    [topics.guardrails.name]: async ({ key, value }: EventRecord) => {
      const untilMs = value ? guardrailsState.decode(value).selfExcludedUntilMs : 0;
      if (untilMs > 0) await selfExcludeUser(deps, key, new Date(untilMs));
    },
  };
}
