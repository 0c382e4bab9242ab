import { chakra } from "@chakra-ui/react/styled-system";
import type { HistoryEntry } from "@orbline/proto/http/prediction/history";
import { useQuery } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { Odds } from "#/components/betting/odds.tsx";
import { Outcome } from "#/components/betting/outcome.tsx";
import { Time } from "#/components/data/time.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { money, signedMoney } from "#/lib/format.ts";
import { readOffline } from "#/lib/offline-data.ts";
import { riskNames, sportNames } from "#/shared/messages.ts";
import { entryName } from "../names.ts";
import { offlineMessages as messages } from "./messages.ts";

/** The predictions that this browser has saved, with their age. */
export function OfflineList() {
  const { data } = useQuery({
    queryKey: ["offline-predictions"],
    staleTime: 0,
    queryFn: async () => (await readOffline()) ?? null,
  });
  if (data === undefined) return null;
  if (data === null || data.predictions.length === 0)
    return (
      <Panel as="div">
        <EmptyState icon={<WifiOff size={24} />} title={messages.empty} text={messages.emptyText} />
      </Panel>
    );
  return (
    <Panel as="div">
      <PanelBody color="fg.muted">
        <p>
          {messages.saved} <Time at={data.savedAt} />. {messages.mayHaveChanged}
        </p>
      </PanelBody>
      <ul>
        {data.predictions.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </ul>
    </Panel>
  );
}

const Item = chakra("li", {
  base: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr) auto",
    columnGap: 4,
    rowGap: 1,
    px: { base: 4, md: 5 },
    py: 3,
    borderTopWidth: "1px",
    borderColor: "line.subtle",
  },
});

const Note = chakra("span", { base: { textStyle: "small", color: "fg.subtle" } });

function Row({ entry }: { entry: HistoryEntry }) {
  const { legs, outcome, profit, parlayOdds, sport, riskLevel, stake } = entry;
  const picks = legs.map(({ betOn, betType }) => `${betOn}, ${betType}`).join(" · ");
  return (
    <Item>
      <span>
        {entryName(entry)} <Odds value={parlayOdds} />
      </span>
      <chakra.span display="inline-flex" alignItems="center" justifyContent="end" gap={2}>
        <Outcome outcome={outcome} />
        {outcome !== "open" && <chakra.span textStyle="num">{signedMoney(profit)}</chakra.span>}
      </chakra.span>
      <Note>
        {sportNames[sport]} · {riskNames[riskLevel]} · {picks}
      </Note>
      <Note textAlign="end">{messages.stake(money(stake))}</Note>
    </Item>
  );
}
