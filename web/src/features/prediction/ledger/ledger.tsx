import { chakra } from "@chakra-ui/react/styled-system";
import { riskLevels } from "@orbline/proto/constants/predictions";
import type { LedgerEntry } from "@orbline/proto/http/prediction/ledger";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { lines } from "#/components/data/table-lines.ts";
import { Time } from "#/components/data/time.tsx";
import { StatRow } from "#/components/data/stat-row.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { Button } from "#/components/ui/button.tsx";
import { LogoMark } from "#/components/ui/logo.tsx";
import { Panel, PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { money, percent, signedMoney, signedPercent } from "#/lib/format.ts";
import { saveFile } from "#/lib/navigation.ts";
import { riskNames } from "#/shared/messages.ts";
import { ledgerQuery } from "../api.ts";
import { entryColumns } from "../entry-columns.tsx";
import { messages as predictionMessages } from "../messages.ts";
import { BetProfitPanel } from "./bet-profit-panel.tsx";
import { byRisk, csvOf, profitByBet, totalsOf } from "./figures.ts";
import { ledgerMessages as messages } from "./messages.ts";

/** What the user really bet: totals, the profit after each bet, each risk level, and every bet. */
export function Ledger({ onEmpty }: { onEmpty: () => void }) {
  return (
    <QueryView
      panel
      query={useQuery(ledgerQuery())}
      failed={messages.loadFailed}
      skeleton={
        <Panel as="div">
          <SkeletonRows rows={5} />
        </Panel>
      }
      mb={4}
    >
      {({ bets }) =>
        bets.length === 0 ? (
          <Panel>
            <EmptyState
              icon={<LogoMark size={48} dimmed />}
              title={messages.empty}
              text={messages.emptyText}
              action={<Button onClick={onEmpty}>{messages.toSuggestions}</Button>}
            />
          </Panel>
        ) : (
          <Bets bets={bets} />
        )
      }
    </QueryView>
  );
}

function Bets({ bets }: { bets: LedgerEntry[] }) {
  const profits = profitByBet(bets);
  const risks = byRisk(bets, riskLevels);
  return (
    <chakra.div display="grid" gap={4} gridTemplateColumns="minmax(0, 1fr)">
      <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" gap={3}>
        <chakra.p color="fg.muted" maxWidth="60ch">
          {messages.lead}
        </chakra.p>
        <Button
          variant="outline"
          size="sm"
          onClick={() => saveFile("orbline-bets.csv", csvOf(bets), "text/csv;charset=utf-8")}
        >
          <Download size={16} aria-hidden />
          {messages.export}
        </Button>
      </chakra.div>
      <Panel as="div" ticks>
        <Totals {...totalsOf(bets)} />
      </Panel>
      {profits.length >= 2 && <BetProfitPanel bets={profits} />}
      {profits.length > 0 && risks.length > 1 && (
        <Panel title={messages.byRisk}>
          <DataTable
            narrow={lines}
            caption={messages.byRisk}
            columns={riskColumns}
            rows={risks}
            keyOf={(line) => line.risk}
          />
        </Panel>
      )}
      <Panel title={messages.title}>
        <DataTable
          cardsOn="tablets"
          narrow={lines}
          caption={messages.title}
          columns={columns}
          rows={bets}
          keyOf={({ id }) => id}
        />
      </Panel>
    </chakra.div>
  );
}

type TotalsProps = ReturnType<typeof totalsOf>;

/** The figures of the settled bets; before the first settlement only the stakes of the open ones. */
function Totals(totals: TotalsProps) {
  if (totals.settled === 0)
    return <PanelBody>{messages.atStake(totals.open, money(totals.atStake))}</PanelBody>;
  return (
    <>
      <StatRow layout="line" stats={statsOf(totals)} />
      {totals.closing.n > 0 && <PanelFooter>{messages.closingHelp}</PanelFooter>}
    </>
  );
}

function statsOf({ settled, open, won, lost, staked, returned, profit, closing }: TotalsProps) {
  return [
    {
      name: messages.settled,
      value: String(settled),
      note: [
        settled > won + lost && predictionMessages.returnedStake(settled - won - lost),
        messages.open(open),
      ]
        .filter(Boolean)
        .join(", "),
    },
    {
      name: messages.won,
      value: String(won),
      note: won + lost === 0 ? "" : percent(won / (won + lost)),
    },
    {
      name: messages.return,
      value: signedMoney(profit),
      note: messages.stakedReturned(money(staked), money(returned)),
      isLoss: profit < 0,
    },
    {
      name: messages.closing,
      value: closing.n === 0 ? "–" : signedPercent(closing.mean),
      note: closing.n === 0 ? "" : messages.closingNote(closing.n),
      isLoss: closing.mean < 0,
    },
  ];
}

type RiskLine = ReturnType<typeof byRisk>[number];

const riskColumns: Column<RiskLine>[] = [
  { name: messages.risk, cell: ({ risk }) => riskNames[risk] },
  { name: messages.settled, numeric: true, cell: ({ settled }) => settled },
  { name: messages.columns.open, numeric: true, cell: ({ open }) => open },
  { name: messages.won, numeric: true, cell: ({ won }) => won },
  { name: messages.columns.stake, numeric: true, cell: ({ staked }) => money(staked) },
  {
    name: messages.columns.profit,
    numeric: true,
    part: "first",
    atEnd: true,
    plain: true,
    cell: ({ profit }) => signedMoney(profit),
  },
];

const columns: Column<LedgerEntry>[] = [
  ...entryColumns<LedgerEntry>(({ bet }) => ({
    ...bet,
    listed: (
      <>
        {messages.recordedAt} <Time at={bet.recordedAt} of="day" />
      </>
    ),
  })),
  {
    name: messages.columns.book,
    part: "last",
    plain: true,
    cell: ({ bet }) => (
      <>
        {bet.book}
        {bet.isLate && (
          <chakra.span display="block" textStyle="micro" color="fg.subtle">
            {messages.late}
          </chakra.span>
        )}
      </>
    ),
  },
  {
    name: messages.columns.stake,
    numeric: true,
    part: "last",
    cell: ({ bet }) => money(bet.stake),
  },
  {
    name: messages.columns.closing,
    numeric: true,
    part: "last",
    cell: ({ bet }) => bet.closingValue !== null && signedPercent(bet.closingValue),
  },
  {
    name: messages.columns.profit,
    numeric: true,
    atEnd: true,
    plain: true,
    cell: ({ bet }) => bet.outcome !== "open" && signedMoney(bet.profit),
  },
];
