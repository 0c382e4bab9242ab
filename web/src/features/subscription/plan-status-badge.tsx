import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import { CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { Badge } from "#/components/ui/badge.tsx";

/** A subscription's status as icon and word. */
export function PlanStatusBadge({ subscription }: { subscription: SubscriptionStatusResponse }) {
  const { icon: Icon, tone, word } = lookOf(subscription);
  return (
    <Badge tone={tone}>
      <Icon size={14} aria-hidden />
      {word}
    </Badge>
  );
}

function lookOf({ status, graceUntil, cancelAtPeriodEnd }: SubscriptionStatusResponse) {
  if (graceUntil !== null || status === "past_due")
    return { icon: TriangleAlert, tone: "warm", word: "past_due" } as const;
  if (status === "canceled" || status === "none")
    return { icon: CircleX, tone: "neutral", word: status } as const;
  if (cancelAtPeriodEnd) return { icon: CircleX, tone: "neutral", word: "ends" } as const;
  return { icon: CircleCheck, tone: "accent", word: status } as const;
}
