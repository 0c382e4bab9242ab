import { chakra } from "@chakra-ui/react/styled-system";
import type { ComponentProps } from "react";

const List = chakra("ul", { base: { ps: 5, listStyleType: "disc" } });

type FactListProps = Omit<ComponentProps<typeof List>, "children"> & { facts: readonly string[] };

/** Facts with bullets, such as what an action in a dialog does. */
export function FactList({ facts, ...list }: FactListProps) {
  return (
    <List {...list}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </List>
  );
}
