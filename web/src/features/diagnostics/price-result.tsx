import { chakra } from "@chakra-ui/react/styled-system";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { Badge } from "#/components/ui/badge.tsx";
import { messages } from "./messages.ts";

export type PriceFinding = "match" | "mismatch" | "inactive" | "missing";

/** A price id of the provider, or a dash where a plan has none. */
export const PriceId = ({ id }: { id: string | null | undefined }) => (
  <chakra.span textStyle="num" fontSize="13px">
    {id ?? messages.none}
  </chakra.span>
);

/** Whether a price is right, as icon and word. */
export const PriceResult = ({ finding }: { finding: PriceFinding }) => {
  const right = finding === "match";
  const Icon = right ? CircleCheck : TriangleAlert;
  return (
    <Badge tone={right ? "accent" : "warm"}>
      <Icon size={14} aria-hidden />
      {messages[finding]}
    </Badge>
  );
};
