import { chakra } from "@chakra-ui/react/styled-system";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import type { ComponentProps } from "react";
import { useDisplay } from "#/lib/display.ts";
import { oddsIn } from "#/lib/format.ts";

const Number = chakra("span", { base: { textStyle: "num" } });

type OddsProps = Omit<ComponentProps<typeof Number>, "children"> & { value: number };

/** American odds in the notation that the user chose. Screen readers read them as words. */
export function Odds({ value, ...rest }: OddsProps) {
  const { shown, spoken } = oddsIn(useDisplay().oddsFormat, value);
  return (
    <Number {...rest}>
      <span aria-hidden>{shown}</span>
      <VisuallyHidden>{spoken}</VisuallyHidden>
    </Number>
  );
}
