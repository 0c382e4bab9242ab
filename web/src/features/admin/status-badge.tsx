import type { SubscriptionStatus } from "@orbline/proto/http/user";
import { CircleCheck, CircleX, Minus, TriangleAlert } from "lucide-react";
import { Badge } from "#/components/ui/badge.tsx";

const looks = {
  active: { icon: CircleCheck, tone: "accent" },
  past_due: { icon: TriangleAlert, tone: "warm" },
  canceled: { icon: CircleX, tone: "neutral" },
  none: { icon: Minus, tone: "neutral" },
} as const;

/** A subscription's status as icon and word. */
export const StatusBadge = ({ status }: { status: SubscriptionStatus }) => {
  const { icon: Icon, tone } = looks[status];
  return (
    <Badge tone={tone}>
      <Icon size={14} aria-hidden />
      {status}
    </Badge>
  );
};
