import { chakra } from "@chakra-ui/react/styled-system";
import type { SlateInfo } from "@orbline/proto/http/prediction/fields";
import { Clock, FlaskConical } from "lucide-react";
import { Badge } from "#/components/ui/badge.tsx";
import { useDisplay } from "#/lib/display.ts";
import { useNow } from "#/lib/use-now.ts";
import { slateMessages } from "#/shared/messages.ts";
import { isStale, priceAge } from "#/shared/slate.ts";

type Slate = Pick<SlateInfo, "kind" | "label">;

/** The label of a slate that is not live. */
export const SlateTag = ({ slate }: { slate: Slate }) =>
  slate.kind === "live" ? null : (
    <Badge tone="warmOutline">
      <FlaskConical size={14} aria-hidden />
      {slate.label}
    </Badge>
  );

type SlateBadgeProps = {
  slate: Slate | undefined;
  /** Leaves the explanation out on phones, where it would push the first action below the fold. */
  isShort?: boolean;
};

/** Labels content that is not live and explains the label. */
export function SlateBadge({ slate, isShort = false }: SlateBadgeProps) {
  if (slate === undefined || slate.kind === "live") return null;
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={3} rowGap={1}>
      <SlateTag slate={slate} />
      <chakra.span textStyle="small" color="fg.muted" {...(isShort && { hideBelow: "md" })}>
        {slateMessages.simulatedNote}
      </chakra.span>
    </chakra.div>
  );
}

type Priced = Pick<SlateInfo, "kind" | "pricedAt">;

/** The age of a slate's prices; it updates every minute. Old live prices are a warning. */
export function PriceAge({ slate }: { slate: Priced }) {
  const now = useNow();
  // The text depends on the chosen time zone.
  useDisplay();
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap={1.5}
      color={isStale(slate, now) ? "fg.warning" : undefined}
    >
      <Clock size={14} aria-hidden />
      {priceAge(slate, now)}
    </chakra.span>
  );
}
