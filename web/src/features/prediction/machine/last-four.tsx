import { chakra } from "@chakra-ui/react/styled-system";
import type { HistoryEntry, HistoryResponse } from "@orbline/proto/http/prediction/history";
import { useQuery } from "@tanstack/react-query";
import { lazy, memo, Suspense, useDeferredValue } from "react";
import { Odds } from "#/components/betting/odds.tsx";
import { Link } from "#/components/ui/link.tsx";
import { Panel, PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { QueryView } from "#/components/feedback/query-view.tsx";
import { Skeleton } from "#/components/feedback/states.tsx";
import { signedMoney } from "#/lib/format.ts";
import { recentPredictionsQuery } from "../api.ts";
import { entryName, gameOf } from "../names.ts";
import { Outcome } from "#/components/betting/outcome.tsx";
import { messages } from "../messages.ts";

const WeekRecap = lazy(async () => ({
  default: (await import("../ledger/week-recap.tsx")).WeekRecap,
}));

const Row = chakra("li", {
  base: {
    display: "grid",
    gridTemplateColumns: "72px 1fr auto",
    alignItems: "center",
    columnGap: 2,
    px: { base: 4, md: 5 },
    py: 1.5,
    // Of two lines, so that nothing moves when they load.
    minHeight: "51px",
    borderBottomWidth: "1px",
    borderColor: "line.subtle",
    _last: { borderBottomWidth: 0 },
  },
});

/** A text that ends with an ellipsis where its line does. */
const Clipped = chakra("span", {
  base: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
});

/** The last four predictions with their outcomes, and their profits if the user had bet them. */
export function LastFour() {
  const { data, error, isFetching, refetch } = useQuery(recentPredictionsQuery(4));
  // Deferred, so that the browser responds to input while the machine renders.
  const history = useDeferredValue(data);
  return (
    <Panel
      title={messages.lastFour}
      meta={history?.predictions.some(isSettled) && messages.columns.profit}
    >
      <QueryView
        query={{ data: history, error, isFetching, refetch }}
        failed={messages.historyFailed}
        skeleton={<SkeletonList />}
        m={{ base: 4, md: 5 }}
      >
        {(loaded) => <Rows {...loaded} />}
      </QueryView>
      <Suspense>
        <WeekRecap />
      </Suspense>
      <PanelFooter>
        <Link to="/history" tone="accent">
          {messages.allPredictions}
        </Link>
      </PanelFooter>
    </Panel>
  );
}

const isSettled = ({ outcome }: HistoryEntry) => outcome !== "open";

const Rows = memo(({ predictions }: HistoryResponse) => {
  if (predictions.length === 0)
    return <PanelBody color="fg.muted">{messages.historyEmptyText}</PanelBody>;
  return (
    <chakra.ul listStyle="none" p={0}>
      {predictions.map((entry) => (
        <Row key={entry.id}>
          <Outcome outcome={entry.outcome} />
          <Clipped>
            <Link to={`/predictions/${entry.id}`} textDecorationColor="transparent">
              {entryName(entry)}
            </Link>
          </Clipped>
          <chakra.span textStyle="num" fontSize="13px" color="fg.muted">
            {isSettled(entry) && signedMoney(entry.profit)}
          </chakra.span>
          <Clipped gridColumn="2 / -1" textStyle="micro" color="fg.subtle">
            <Odds value={entry.parlayOdds} textStyle="numSm" /> {firstLegOf(entry)}
          </Clipped>
        </Row>
      ))}
    </chakra.ul>
  );
});

/** The first leg with its game; of a single bet the name has the pick already. */
function firstLegOf({ legs, sport }: HistoryEntry) {
  const [first, ...others] = legs;
  if (!first) return null;
  return others.length === 0
    ? gameOf(first)
    : `${entryName({ legs: [first], sport })} ${gameOf(first)}`;
}

function SkeletonList() {
  return (
    <chakra.ul listStyle="none" p={0} aria-hidden>
      {[0, 1, 2, 3].map((row) => (
        <Row key={row}>
          <Skeleton width="56px" />
          <Skeleton width="70%" />
          <Skeleton width="64px" />
        </Row>
      ))}
    </chakra.ul>
  );
}
