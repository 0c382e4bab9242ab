import type { HistoryEntry } from "@orbline/proto/http/prediction/history";
import { useQuery } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { Odds } from "#/components/betting/odds.tsx";
import { Time } from "#/components/data/time.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { readOffline } from "#/lib/offline-data.ts";
import { riskNames, sportNames } from "#/shared/messages.ts";
import { messages as predictionMessages } from "../messages.ts";
import { entryName, gameOf } from "../names.ts";
import { PredictionRow } from "../prediction-row.tsx";
import { offlineMessages as messages } from "./messages.ts";

type OfflineListProps = {
  /** Above something else: it has a title then, and shows nothing if nothing is saved. */
  isAddition?: boolean;
};

/** The predictions that this browser has saved, with their age. */
export function OfflineList({ isAddition = false }: OfflineListProps) {
  const { data } = useQuery({
    queryKey: ["offline-predictions"],
    staleTime: 0,
    queryFn: async () => (await readOffline()) ?? null,
  });
  if (data === undefined) return null;
  if (data === null || data.predictions.length === 0)
    return isAddition ? null : (
      <Panel as="div">
        <EmptyState icon={<WifiOff size={24} />} title={messages.empty} text={messages.emptyText} />
      </Panel>
    );
  return (
    <Panel {...(isAddition ? { title: messages.title, mb: 4 } : { as: "div" })}>
      <PanelBody color="fg.muted" borderBottomWidth="1px" borderColor="line.subtle">
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

function Row({ entry }: { entry: HistoryEntry }) {
  const { legs, outcome, profit, parlayOdds, sport, riskLevel, stake, createdAt } = entry;
  const [only, ...others] = legs;
  const about =
    only && others.length === 0
      ? gameOf(only)
      : legs.map((leg) => entryName({ legs: [leg], sport })).join(", ");
  return (
    <PredictionRow
      title={
        <>
          {entryName(entry)} {messages.at} <Odds value={parlayOdds} />
        </>
      }
      outcome={outcome}
      profit={profit}
      note={
        <>
          {sportNames[sport]} · {riskNames[riskLevel]} · {predictionMessages.madeAt}{" "}
          <Time at={createdAt} of="day" />
          <br />
          {about}
        </>
      }
      suggested={stake}
    />
  );
}
