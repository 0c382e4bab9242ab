import { Flex } from "@chakra-ui/react/flex";
import { chakra } from "@chakra-ui/react/styled-system";
import type { ReactNode } from "react";

type PriceLineProps = { name: string; aside?: string; color?: string; children: ReactNode };

/** A figure of a price with its name, in a list of definitions. */
export function PriceLine({ name, aside, color = "fg", children }: PriceLineProps) {
  return (
    <Flex
      justify="space-between"
      align="baseline"
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
    </Flex>
  );
}
