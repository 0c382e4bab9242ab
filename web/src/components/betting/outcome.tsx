import { chakra } from "@chakra-ui/react/styled-system";
import type { HistoryEntry } from "@orbline/proto/http/prediction/history";
import { Check, Circle, Minus, X } from "lucide-react";
import { slateMessages } from "#/shared/messages.ts";

const looks = {
  open: { icon: Circle, color: "fg.subtle" },
  won: { icon: Check, color: "fg.win" },
  lost: { icon: X, color: "fg.loss" },
  push: { icon: Minus, color: "fg.muted" },
  void: { icon: Minus, color: "fg.muted" },
} as const;

/** The outcome of a prediction, as icon and word. */
export function Outcome({ outcome }: { outcome: HistoryEntry["outcome"] }) {
  const { icon: Icon, color } = looks[outcome];
  return (
    <chakra.span display="inline-flex" alignItems="center" gap={2} color={color}>
      <Icon size={14} aria-hidden />
      {slateMessages.outcomes[outcome]}
    </chakra.span>
  );
}
