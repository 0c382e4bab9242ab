import { chakra } from "@chakra-ui/react/styled-system";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { Badge } from "#/components/ui/badge.tsx";
import { diagnosticTexts as texts } from "#/texts/diagnostics.ts";

export type PriceFinding = "match" | "mismatch" | "inactive" | "missing";

/** A price id of the provider, or a dash where a plan has none. */
export const PriceId = ({ id }: { id: string | null | undefined }) => (
  <chakra.span textStyle="num" fontSize="13px">
    {id ?? texts.none}
  </chakra.span>
);

/** Whether a price is right, as icon and word. */
export const PriceResult = ({ finding }: { finding: PriceFinding }) => {
  const right = finding === "match";
  const Icon = right ? CircleCheck : TriangleAlert;
  return (
    <Badge tone={right ? "accent" : "warm"}>
      <Icon size={14} aria-hidden />
      {texts[finding]}
    </Badge>
  );
};
