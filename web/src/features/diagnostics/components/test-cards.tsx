import { chakra } from "@chakra-ui/react/styled-system";
import { useQuery } from "@tanstack/react-query";
import { Panel, PanelFooter } from "../../../components/ui/panel.tsx";
import { Table } from "../../../components/ui/table.tsx";
import { diagnosticTexts as texts, testCards } from "../../../texts/diagnostics.ts";
import { providerQuery } from "../api.ts";

/** The cards that work while the provider is in a test mode; nothing in the live one. */
export const TestCards = () => {
  const { data } = useQuery(providerQuery);
  if (data === undefined || data.mode === "live") return null;
  return (
    <Panel title={texts.cardsTitle} meta={data.mode}>
      <Table>
        <thead>
          <tr>
            <th scope="col">{texts.card}</th>
            <th scope="col">{texts.does}</th>
          </tr>
        </thead>
        <tbody>
          {testCards.map(({ number, does }) => (
            <tr key={number}>
              <td>
                <chakra.code textStyle="num" fontSize="13px" whiteSpace="nowrap">
                  {number}
                </chakra.code>
              </td>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      <PanelFooter>{texts.cardsLead}</PanelFooter>
    </Panel>
  );
};
