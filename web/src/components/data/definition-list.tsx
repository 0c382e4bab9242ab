import { chakra } from "@chakra-ui/react/styled-system";
import type { ReactNode } from "react";

const Row = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 2fr) minmax(0, 3fr)", md: "160px 1fr" },
    gap: 3,
    py: 2,
    alignItems: "baseline",
    "&:not(:last-child)": { borderBottom: "1px solid {colors.line.subtle}" },
    _first: { pt: 0 },
    _last: { pb: 0 },
  },
});
const Value = chakra("dd", {
  base: { textStyle: "num", fontSize: "13px", overflowWrap: "anywhere", minWidth: 0 },
});

type DefinitionListProps = { entries: readonly (readonly [string, ReactNode])[] };

/** Names and values in two columns, values in the mono face. */
export const DefinitionList = ({ entries }: DefinitionListProps) => (
  <dl>
    {entries.map(([name, value]) => (
      <Row key={name}>
        <chakra.dt color="fg.subtle">{name}</chakra.dt>
        <Value>{value}</Value>
      </Row>
    ))}
  </dl>
);
