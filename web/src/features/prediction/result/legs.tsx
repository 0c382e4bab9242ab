import { chakra } from "@chakra-ui/react/styled-system";
import type { Bet } from "@orbline/proto/http/prediction/prediction";
import type { HistoryEntry } from "@orbline/proto/http/prediction/history";
import { MarketOnly } from "#/components/betting/market-only.tsx";
import { Odds } from "#/components/betting/odds.tsx";
import { Outcome } from "#/components/betting/outcome.tsx";
import { Time } from "#/components/data/time.tsx";
import { trueMinus } from "#/lib/format.ts";
import { shortName } from "../names.ts";
import { messages } from "../messages.ts";
import { bookOf } from "../outcome.ts";

const Row = chakra("li", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "12px 1fr auto", md: "20px 1fr auto" },
    alignItems: "center",
    columnGap: { base: 2, md: 3 },
    px: { base: 4, md: 5 },
    py: 3,
    borderTopWidth: "1px",
    borderColor: "line.subtle",
    animation: "rise 180ms both",
  },
});

/** One row per leg: pick, opponent, type, start and signed odds. The head of a parlay names its one book. */
export function Legs({ legs }: { legs: readonly Leg[] }) {
  const namesBook = legs.length === 1 || bookOf(legs) === undefined;
  // While all legs are open, the outcome of the whole says so once.
  const hasOutcomes = legs.some(({ outcome }) => outcome !== undefined && outcome !== "open");
  return (
    <chakra.ol listStyle="none" p={0}>
      {legs.map((leg, index) => (
        <LegRow
          key={`${leg.game}-${leg.betOn}-${leg.betType}`}
          leg={leg}
          index={index}
          namesBook={namesBook}
          hasOutcome={hasOutcomes}
        />
      ))}
    </chakra.ol>
  );
}

/** A leg, with its outcome if it is known. */
type Leg = Bet & { outcome?: HistoryEntry["outcome"] };

type LegRowProps = { leg: Leg; index: number; namesBook: boolean; hasOutcome: boolean };

function LegRow({ leg, index, namesBook, hasOutcome }: LegRowProps) {
  return (
    <Row css={{ animationDelay: `${index * 40}ms` }}>
      <chakra.span textStyle="numSm" color="fg.subtle" aria-hidden>
        {index + 1}
      </chakra.span>
      <chakra.span minWidth={0}>
        <chakra.span display="block" textStyle="bodyLg" color="fg.muted">
          <chakra.b color="fg" fontWeight={600} title={leg.betOn}>
            {shortName(leg.betOn)}
          </chakra.b>{" "}
          {messages.versus} <span title={leg.opponent}>{shortName(leg.opponent)}</span>
          <MarketOnly marketOnly={leg.marketOnly} />
        </chakra.span>
        <chakra.span display="block" textStyle="small" color="fg.subtle">
          {trueMinus(leg.betType)} · {namesBook && `${messages.atBook(leg.book)} · `}
          <Time at={leg.startsAt} of="start" />
        </chakra.span>
      </chakra.span>
      <chakra.span display="grid" justifyItems="end">
        <Odds value={leg.odds} fontSize="16px" />
        {hasOutcome && leg.outcome && <Outcome outcome={leg.outcome} />}
      </chakra.span>
    </Row>
  );
}
