import { chakra } from "@chakra-ui/react/styled-system";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import type { ComponentProps } from "react";
import { americanOdds, spokenOdds } from "#/lib/format.ts";

const Number = chakra("span", { base: { textStyle: "num" } });

type OddsProps = Omit<ComponentProps<typeof Number>, "children"> & { value: number };

/** American odds with their sign. Screen readers read them as words. */
export function Odds({ value, ...rest }: OddsProps) {
  return (
    <Number {...rest}>
      <span aria-hidden>{americanOdds(value)}</span>
      <VisuallyHidden>{spokenOdds(value)}</VisuallyHidden>
    </Number>
  );
}
