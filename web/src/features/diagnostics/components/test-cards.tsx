import { chakra } from "@chakra-ui/react/styled-system";
import { useQuery } from "@tanstack/react-query";
import { DataTable } from "#/components/data/data-table.tsx";
import { Panel, PanelFooter } from "#/components/ui/panel.tsx";
import { diagnosticTexts as texts, testCards } from "#/texts/diagnostics.ts";
import { providerQuery } from "#/features/diagnostics/api.ts";

/** The cards that work while the provider is in a test mode; nothing in the live one. */
export const TestCards = () => {
  const { data } = useQuery(providerQuery);
  if (data === undefined || data.mode === "live") return null;
  return (
    <Panel title={texts.cardsTitle} meta={data.mode}>
      <DataTable
        caption={texts.cardsTitle}
        rows={testCards}
        keyOf={({ number }) => number}
        columns={[
          {
            name: texts.card,
            cell: ({ number }) => (
              <chakra.code textStyle="num" fontSize="13px" whiteSpace="nowrap">
                {number}
              </chakra.code>
            ),
          },
          { name: texts.does, wide: true, cell: ({ does }) => does },
        ]}
      />
      <PanelFooter>{texts.cardsLead}</PanelFooter>
    </Panel>
  );
};
