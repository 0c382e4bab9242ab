import type { SecurityOutcome } from "@orbline/proto/constants/security";
import type { SubscriptionStatus } from "@orbline/proto/constants/subscription";
import type { AuditEntryAnswer } from "@orbline/proto/http/admin/audit";
import type { Webhook } from "@orbline/proto/http/admin/operations";
import type { Payment } from "@orbline/proto/http/admin/payments";
import { CircleCheck, CircleX, Clock, Minus, TriangleAlert, Undo2 } from "lucide-react";
import { Badge } from "#/components/ui/badge.tsx";

type State =
  | SubscriptionStatus
  | Webhook["outcome"]
  | Payment["status"]
  | AuditEntryAnswer["outcome"]
  | SecurityOutcome;

const good = { icon: CircleCheck, tone: "accent" } as const;
const waiting = { icon: Clock, tone: "neutral" } as const;
const neutral = { icon: Minus, tone: "neutral" } as const;
const bad = { icon: TriangleAlert, tone: "warm" } as const;

const looks = {
  active: good,
  done: good,
  ok: good,
  succeeded: good,
  open: waiting,
  started: waiting,
  none: neutral,
  ignored: neutral,
  unknown: neutral,
  canceled: { icon: CircleX, tone: "neutral" },
  refunded: { icon: Undo2, tone: "neutral" },
  past_due: bad,
  failed: bad,
  refused: bad,
  disputed: bad,
} as const satisfies Record<State, object>;

/** A status or an outcome as icon and word. */
export function StateBadge({ state }: { state: State }) {
  const { icon: Icon, tone } = looks[state];
  return (
    <Badge tone={tone}>
      <Icon size={14} aria-hidden />
      {state}
    </Badge>
  );
}
