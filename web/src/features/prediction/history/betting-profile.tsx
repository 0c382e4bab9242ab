import { chakra } from "@chakra-ui/react/styled-system";
import { riskLevels, type RiskLevel } from "@orbline/proto/constants/predictions";
import type { HistoryResponse } from "@orbline/proto/http/prediction/history";
import type { BettingProfileResponse } from "@orbline/proto/http/prediction/track-record";
import { useQuery } from "@tanstack/react-query";
import { DataTable } from "#/components/data/data-table.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { StatRow } from "#/components/data/stat-row.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { money, signedMoney, signedPercent } from "#/lib/format.ts";
import { bettingProfileQuery } from "../api.ts";
import { messages } from "../messages.ts";
import { riskNames, sportNames } from "#/shared/messages.ts";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";

/** What was suggested to the user: most requested sport and risk, stakes, and the totals of each once one is settled. */
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
      {(profile) => (madeOf(profile.totals) === 0 ? <Nothing /> : <Profile {...profile} />)}
    </QueryView>
  );
}

function Nothing() {
  return (
    <Panel>
      <EmptyState
        title={messages.profileEmpty}
        text={messages.profileEmptyText}
        action={<ButtonLink to="/">{messages.toMachine}</ButtonLink>}
      />
    </Panel>
  );
}

function Profile(profile: BettingProfileResponse) {
  const sports = profile.sports.map((line) => ({ ...line, name: sportNames[line.sport] }));
  const risks = profile.risks.map((line) => ({ ...line, name: riskNames[line.riskLevel] }));
  return (
    <chakra.div display="grid" gap={4}>
      <Panel title={messages.suggestions} ticks>
        <PanelBody borderBottomWidth="1px" borderColor="line.subtle">
          <chakra.p textStyle="bodyLg">{findingOf(risks)}</chakra.p>
          <chakra.p color="fg.muted" mt={1}>
            {messages.profileLead}
          </chakra.p>
        </PanelBody>
        <StatRow stats={statsOf(profile)} layout="line" />
      </Panel>
      {profile.totals.settled > 0 && (
        <chakra.div
          display="grid"
          gap={4}
          alignItems="start"
          gridTemplateColumns={{ base: "minmax(0, 1fr)", xl: "repeat(2, minmax(0, 1fr))" }}
        >
          <Lines title={messages.bySport} name={messages.sport} lines={sports} />
          <Lines title={messages.byRisk} name={messages.risk} lines={risks} />
        </chakra.div>
      )}
    </chakra.div>
  );
}

/** The return of each risk level with settled suggestions and their number, safest first. */
function findingOf(lines: readonly (Line & { riskLevel: RiskLevel })[]) {
  const returns = riskLevels.flatMap((level) =>
    lines
      .filter(({ riskLevel, staked }) => riskLevel === level && staked > 0)
      .map((line) => messages.returnOf(line.name, returnStat(line).value, line.settled)),
  );
  return returns.length === 0 ? messages.noneSettled : messages.ifBet(returns.join(", "));
}

type Totals = BettingProfileResponse["totals"];

const madeOf = ({ settled, open }: Totals) => settled + open;

/** How many predictions the favorite has, or why there is none. */
const often = (favorite: string | null, [first]: readonly Totals[]) =>
  favorite === null || !first ? messages.noFavorite : messages.times(madeOf(first));

function statsOf({ totals, favoriteSport, favoriteRisk, stakes, ...rest }: BettingProfileResponse) {
  return [
    {
      name: messages.mostRequestedSport,
      value: favoriteSport === null ? "–" : sportNames[favoriteSport],
      note: often(favoriteSport, rest.sports),
    },
    {
      name: messages.mostRequestedRisk,
      value: favoriteRisk === null ? "–" : riskNames[favoriteRisk],
      note: often(favoriteRisk, rest.risks),
    },
    {
      name: messages.suggestedStake,
      value: stakes === null ? "–" : money(stakes.average),
      note: stakes ? messages.stakesBetween(money(stakes.smallest), money(stakes.largest)) : "",
    },
    returnStat(totals),
  ];
}

type Line = Totals & { name: string };

function Lines({ title, name, lines }: { title: string; name: string; lines: Line[] }) {
  return (
    <Panel title={title}>
      <DataTable
        caption={title}
        columns={[
          { name, cell: (line) => line.name },
          { name: messages.settled, numeric: true, cell: ({ settled }) => settled },
          { name: messages.open, numeric: true, cell: ({ open }) => open },
          { name: messages.won, numeric: true, cell: ({ won }) => won },
          {
            name: messages.columns.profit,
            numeric: true,
            cell: (line) => signedMoney(line.profit),
          },
          { name: messages.return, numeric: true, cell: (line) => returnStat(line).value },
        ]}
        rows={lines}
        keyOf={(line) => line.name}
      />
    </Panel>
  );
}

type Returned = Pick<HistoryResponse["totals"], "staked" | "returned" | "profit">;

/** The profit as a share of the suggested stakes, if the user had bet them, with both sums. */
export function returnStat({ staked, returned, profit }: Returned) {
  return {
    name: messages.return,
    value: staked === 0 ? "–" : signedPercent(profit / staked),
    note: messages.suggestedReturned(money(staked), money(returned)),
    isLoss: profit < 0,
  };
}
