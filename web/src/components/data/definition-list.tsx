import { DataList } from "@chakra-ui/react/data-list";
import type { ReactNode } from "react";

type DefinitionListProps = { entries: readonly (readonly [string, ReactNode])[] };

/** Names and values in two columns, values in the mono face. */
export function DefinitionList({ entries }: DefinitionListProps) {
  return (
    <DataList.Root>
      {entries.map(([name, value]) => (
        <DataList.Item key={name}>
          <DataList.ItemLabel>{name}</DataList.ItemLabel>
          <DataList.ItemValue>{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList.Root>
  );
}
