import { chakra } from "@chakra-ui/react/styled-system";
import type { ReactNode } from "react";
import { useDisplay } from "#/lib/display.ts";
import { decimalOdds } from "#/lib/format.ts";
import { Odds } from "./odds.tsx";

type PriceLineProps = {
  name: string;
  aside?: string | undefined;
  color?: string;
  children: ReactNode;
};

/** A figure of a price with its name, in a list of definitions. */
export function PriceLine({ name, aside, color = "fg", children }: PriceLineProps) {
  return (
    <chakra.div
      display="flex"
      justifyContent="space-between"
      alignItems="baseline"
      gap={3}
      py={2}
      color="fg.muted"
      css={{ "&:not(:last-child)": { borderBottom: "1px solid {colors.line.subtle}" } }}
    >
      <dt>{name}</dt>
      <chakra.dd textStyle="num" color={color} textAlign="end">
        {aside !== undefined && (
          <chakra.span textStyle="numSm" color="fg.subtle" me={3}>
            {aside}
          </chakra.span>
        )}
        {children}
      </chakra.dd>
    </chakra.div>
  );
}

/** The odds of a price, beside them the decimal ones unless the user reads decimal odds anyway. */
export function OddsLine({ name, odds }: { name: string; odds: number }) {
  const isDecimal = useDisplay().oddsFormat === "decimal";
  return (
    <PriceLine name={name} aside={isDecimal ? undefined : decimalOdds(odds).toFixed(2)}>
      <Odds value={odds} />
    </PriceLine>
  );
}
