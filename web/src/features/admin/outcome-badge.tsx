import { CircleCheck, Clock, Minus, TriangleAlert, Undo2 } from "lucide-react";
import { Badge } from "#/components/ui/badge.tsx";

const good = { icon: CircleCheck, tone: "accent" } as const;
const waiting = { icon: Clock, tone: "neutral" } as const;
const bad = { icon: TriangleAlert, tone: "warm" } as const;

const looks = {
  done: good,
  succeeded: good,
  replayed: good,
  open: waiting,
  started: waiting,
  replaying: waiting,
  ignored: { icon: Minus, tone: "neutral" },
  unknown: { icon: Minus, tone: "neutral" },
  refunded: { icon: Undo2, tone: "neutral" },
  failed: bad,
  dead: bad,
  disputed: bad,
} as const;

/** How something stands or ended, as icon and word. */
export const OutcomeBadge = ({ outcome }: { outcome: keyof typeof looks }) => {
  const { icon: Icon, tone } = looks[outcome];
  return (
    <Badge tone={tone}>
      <Icon size={14} aria-hidden />
      {outcome}
    </Badge>
  );
};
