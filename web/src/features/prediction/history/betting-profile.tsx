import { chakra } from "@chakra-ui/react/styled-system";
import type { BettingProfileResponse } from "@orbline/proto/http/prediction/track-record";
import { useQuery } from "@tanstack/react-query";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { StatRow } from "#/components/data/stat-row.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { money, signedMoney, signedPercent } from "#/lib/format.ts";
import { bettingProfileQuery } from "../api.ts";
import { messages } from "../messages.ts";
import { riskNames, sportNames } from "#/shared/messages.ts";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";

type Totals = BettingProfileResponse["totals"];

/** How the user bets: most requested sport and risk, stakes, and the totals of each. */
export function BettingProfile() {
  return (
    <QueryView
      panel
      query={useQuery(bettingProfileQuery)}
      failed={messages.profileFailed}
      skeleton={
        <Panel as="div">
          <SkeletonRows rows={4} />
        </Panel>
      }
      mb={4}
    >
      {(profile) => <Profile profile={profile} />}
    </QueryView>
  );
}

type Line = Totals & { name: string };

function returnOf({ staked, profit }: Totals) {
  return staked === 0 ? "–" : signedPercent(profit / staked);
}

function columnsFor(name: string): Column<Line>[] {
  return [
    { name, cell: (line) => line.name },
    { name: messages.settled, numeric: true, cell: ({ settled }) => settled },
    { name: messages.open, numeric: true, cell: ({ open }) => open },
    { name: messages.won, numeric: true, cell: ({ won }) => won },
    { name: messages.columns.profit, numeric: true, cell: ({ profit }) => signedMoney(profit) },
    { name: messages.return, numeric: true, cell: returnOf },
  ];
}

const madeOf = ({ settled, open }: Totals) => settled + open;

const often = (line: Totals | undefined) => (line ? messages.times(madeOf(line)) : "");

function Lines({ title, name, lines }: { title: string; name: string; lines: Line[] }) {
  return (
    <Panel title={title}>
      <DataTable
        caption={title}
        columns={columnsFor(name)}
        rows={lines}
        keyOf={(line) => line.name}
      />
    </Panel>
  );
}

function statsOf(profile: BettingProfileResponse) {
  const { totals, favouriteSport, favouriteRisk, sports, risks, stakes } = profile;
  return [
    {
      name: messages.mostRequestedSport,
      value: favouriteSport === null ? "–" : sportNames[favouriteSport],
      note: often(sports[0]),
    },
    {
      name: messages.mostRequestedRisk,
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
}

function Profile({ profile: data }: { profile: BettingProfileResponse }) {
  if (madeOf(data.totals) === 0)
    return (
      <Panel>
        <EmptyState
          title={messages.profileEmpty}
          text={messages.profileEmptyText}
          action={<ButtonLink to="/">{messages.toMachine}</ButtonLink>}
        />
      </Panel>
    );
  return (
    <chakra.div display="grid" gap={4}>
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
}
