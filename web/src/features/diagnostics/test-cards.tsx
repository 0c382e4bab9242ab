import { chakra } from "@chakra-ui/react/styled-system";
import { useQuery } from "@tanstack/react-query";
import { DataTable } from "#/components/data/data-table.tsx";
import { Panel, PanelFooter } from "#/components/ui/panel.tsx";
import { providerQuery } from "./api.ts";
import { messages, testCards } from "./messages.ts";

/** The provider's test cards; nothing while it is in live mode. */
export function TestCards() {
  const { data } = useQuery(providerQuery);
  if (data === undefined || data.mode === "live") return null;
  return (
    <Panel title={messages.cardsTitle} meta={data.mode}>
      <DataTable
        caption={messages.cardsTitle}
        rows={testCards}
        keyOf={({ number }) => number}
        columns={[
          {
            name: messages.card,
            cell: ({ number }) => (
              <chakra.code textStyle="num" fontSize="13px" whiteSpace="nowrap">
                {number}
              </chakra.code>
            ),
          },
          { name: messages.does, wide: true, cell: ({ does }) => does },
        ]}
      />
      <PanelFooter>{messages.cardsLead}</PanelFooter>
    </Panel>
  );
}
