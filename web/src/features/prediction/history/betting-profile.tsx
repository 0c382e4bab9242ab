import { chakra } from "@chakra-ui/react/styled-system";
import type { BettingProfileResponse } from "@orbline/proto/http/prediction-record";
import { useQuery } from "@tanstack/react-query";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { StaleBanner } from "#/components/feedback/stale-banner.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { StatRow } from "#/components/data/stat-row.tsx";
import { EmptyState, ErrorState, Skeleton } from "#/components/feedback/states.tsx";
import { money, signedMoney, signedPercent } from "#/lib/format.ts";
import { bettingProfileQuery } from "../api.ts";
import { messages } from "../messages.ts";
import { riskNames, sportNames } from "#/shared/messages.ts";

type Totals = BettingProfileResponse["totals"];
type Line = Totals & { name: string };

const returnOf = ({ staked, profit }: Totals) =>
  staked === 0 ? "–" : signedPercent(profit / staked);

const columnsFor = (name: string): Column<Line>[] => [
  { name, cell: (line) => line.name },
  { name: messages.settled, numeric: true, cell: ({ settled }) => settled },
  { name: messages.open, numeric: true, cell: ({ open }) => open },
  { name: messages.won, numeric: true, cell: ({ won }) => won },
  { name: messages.columns.profit, numeric: true, cell: ({ profit }) => signedMoney(profit) },
  { name: messages.return, numeric: true, cell: returnOf },
];

const Lines = ({ title, name, lines }: { title: string; name: string; lines: Line[] }) => (
  <Panel title={title}>
    <DataTable
      caption={title}
      columns={columnsFor(name)}
      rows={lines}
      keyOf={(line) => line.name}
    />
  </Panel>
);

const madeOf = ({ settled, open }: Totals) => settled + open;

const often = (line: Totals | undefined) => (line ? messages.times(madeOf(line)) : "");

const statsOf = (profile: BettingProfileResponse) => {
  const { totals, favouriteSport, favouriteRisk, sports, risks, stakes } = profile;
  return [
    {
      name: messages.favouriteSport,
      value: favouriteSport === null ? "–" : sportNames[favouriteSport],
      note: often(sports[0]),
    },
    {
      name: messages.favouriteRisk,
      value: favouriteRisk === null ? "–" : riskNames[favouriteRisk],
      note: often(risks[0]),
    },
    {
      name: messages.averageStake,
      value: stakes === null ? "–" : money(stakes.average),
      note:
        stakes === null
          ? ""
          : messages.stakesBetween(money(stakes.smallest), money(stakes.largest)),
    },
    {
      name: messages.return,
      value: profile.return === null ? "–" : signedPercent(profile.return),
      note: messages.stakedReturned(money(totals.staked), money(totals.returned)),
      isLoss: totals.profit < 0,
    },
  ];
};

/** How the user bets: favourites, stakes, and what each sport and risk came to. */
export const BettingProfile = () => {
  const query = useQuery(bettingProfileQuery);
  const { data, error, refetch } = query;
  if (error && !data)
    return (
      <Panel>
        <ErrorState error={error} title={messages.profileFailed} onRetry={() => void refetch()} />
      </Panel>
    );
  if (!data)
    return (
      <Panel as="div" aria-busy>
        <PanelBody display="grid" gap={5}>
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} />
          ))}
        </PanelBody>
      </Panel>
    );
  if (madeOf(data.totals) === 0)
    return (
      <Panel>
        <StaleBanner query={query} m={{ base: 4, md: 5 }} />
        <EmptyState
          title={messages.profileEmpty}
          text={messages.profileEmptyText}
          action={<ButtonLink to="/">{messages.toMachine}</ButtonLink>}
        />
      </Panel>
    );
  return (
    <chakra.div display="grid" gap={4}>
      <StaleBanner query={query} />
      <chakra.p color="fg.muted">{messages.profileLead}</chakra.p>
      <Panel as="div" ticks>
        <StatRow stats={statsOf(data)} layout="line" />
      </Panel>
      <chakra.div
        display="grid"
        gap={4}
        alignItems="start"
        gridTemplateColumns={{ base: "minmax(0, 1fr)", xl: "repeat(2, minmax(0, 1fr))" }}
      >
        <Lines
          title={messages.bySport}
          name={messages.sport}
          lines={data.sports.map(({ sport, ...totals }) => ({
            ...totals,
            name: sportNames[sport],
          }))}
        />
        <Lines
          title={messages.byRisk}
          name={messages.risk}
          lines={data.risks.map(({ riskLevel, ...totals }) => ({
            ...totals,
            name: riskNames[riskLevel],
          }))}
        />
      </chakra.div>
    </chakra.div>
  );
};
