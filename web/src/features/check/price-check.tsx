import { Box } from "@chakra-ui/react/box";
import { Input } from "#/components/form/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import { sports, stakeLimits } from "@orbline/proto/constants/predictions";
import { priceCheckLimits } from "@orbline/proto/constants/price-check";
import type { PriceCheck } from "@orbline/proto/http/prediction/price-check";
import { Plus, Scale } from "lucide-react";
import { Fragment, useRef, useState, type FormEvent } from "react";
import { Odds } from "#/components/betting/odds.tsx";
import { SlateBadge } from "#/components/betting/slate-badge.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { Field } from "#/components/form/field.tsx";
import { BreakNotice } from "#/components/betting/break-notice.tsx";
import { Button } from "#/components/ui/button.tsx";
import { ButtonLink, Link } from "#/components/ui/link.tsx";
import { Panel, PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { errorText, isApiError, issuesOf } from "#/lib/api.ts";
import { useNow } from "#/lib/use-now.ts";
import { useUpcomingGames, type UpcomingGame } from "#/shared/slate.ts";
import { parseStake } from "#/stores/prediction-form-store.ts";
import { usePriceCheck } from "./api.ts";
import { emptyLeg, toBets, type LegDraft } from "./bet.ts";
import { LegFields } from "./leg-fields.tsx";
import { useBreak } from "#/shared/guardrails.ts";
import { messages } from "./messages.ts";
import { Verdict, VerdictLine } from "./verdict.tsx";

const Columns = chakra("div", {
  base: {
    display: "grid",
    gap: 4,
    alignItems: "start",
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 420px" },
  },
});

// Keyboard focus scrolls its target above the tab bar and the verdict line.
const Entry = chakra("div", {
  base: { "& :is(input, button)": { scrollMarginBottom: { base: "136px", lg: 0 } } },
});

type PriceCheckProps = {
  isSubscribed: boolean;
  /** The page with the plans, the trial chosen. */
  trialPath: string;
  /** The game that the first leg begins with. */
  gameId: string | undefined;
};

/**
 * A bet of the user with its verdict beside it. A subscriber sees it at once, others press a button. During a break there is
 * only the reason.
 */
export function PriceChecker(props: PriceCheckProps) {
  const { until } = useBreak(props.isSubscribed);
  if (until === undefined) return <CheckerOfGames {...props} />;
  return (
    <Panel>
      <BreakNotice />
    </Panel>
  );
}

function CheckerOfGames(props: PriceCheckProps) {
  return (
    <QueryView
      panel
      query={useUpcomingGames(sports)}
      failed={messages.gamesFailed}
      skeleton={
        <Panel>
          <SkeletonRows rows={6} />
        </Panel>
      }
      mb={4}
    >
      {({ games, slate }) => (
        <>
          <Box mb={4}>
            <SlateBadge slate={slate} />
          </Box>
          <Checker games={new Map(games.map((game) => [game.id, game]))} {...props} />
        </>
      )}
    </QueryView>
  );
}

type CheckerProps = PriceCheckProps & { games: ReadonlyMap<string, UpcomingGame> };

function Checker({ games, isSubscribed, trialPath, gameId }: CheckerProps) {
  const { legs, setLeg, addLeg, removeLeg } = useLegs(gameId);
  const [stakeText, setStakeText] = useState<string>(String(stakeLimits.default));
  const stake = parseStake(stakeText);
  const bets = toBets(legs, games);
  const request = bets && stake !== undefined ? { legs: bets, stake } : undefined;
  const check = usePriceCheck(request, { isLive: isSubscribed });
  const { checked, checkedAt, error, isChecking, isCurrent } = check;
  const now = useNow();
  // The count of the last check is that of its day in UTC.
  const isCounted = !isSubscribed && utcDayOf(checkedAt) === utcDayOf(now);
  const freeChecksLeft = isCounted ? checked?.freeChecksLeft : undefined;
  const issues = isCurrent ? issuesOf(error) : [];
  const refusedOf = (index: number) =>
    Object.fromEntries(
      issues.flatMap(({ path, message }) =>
        path.startsWith(`legs.${index}.`) ? [[path.split(".").at(-1), message]] : [],
      ),
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (request) check.submit();
  };
  const taken = new Set(legs.map((leg) => leg.gameId));
  const verdict = useRef<HTMLDivElement>(null);
  const showVerdict = () => {
    verdict.current?.focus({ preventScroll: true });
    verdict.current?.scrollIntoView();
  };
  return (
    <Columns>
      <Entry>
        <Panel as="div" title={messages.bet} ticks>
          <chakra.form onSubmit={submit} noValidate>
            <PanelBody display="grid" gap={6}>
              {legs.map((leg, index) => (
                <LegFields
                  key={leg.key}
                  leg={leg}
                  number={legs.length > 1 ? index + 1 : undefined}
                  games={[...games.values()].filter(
                    ({ id }) => id === leg.gameId || !taken.has(id),
                  )}
                  refused={refusedOf(index)}
                  onChange={(changed) => setLeg(index, changed)}
                  onRemove={() => removeLeg(index)}
                />
              ))}
              <Box display="flex" flexWrap="wrap" alignItems="end" gap={3}>
                <Box width="140px">
                  <Field
                    label={messages.stake}
                    error={stake === undefined ? messages.stakeWrong : undefined}
                  >
                    <Input
                      inputMode="decimal"
                      autoComplete="off"
                      fontFamily="mono"
                      value={stakeText}
                      onChange={({ target }) => setStakeText(target.value)}
                      onBlur={() => stake !== undefined && setStakeText(String(stake))}
                    />
                  </Field>
                </Box>
                {legs.length < priceCheckLimits.legs && (
                  <Button variant="outline" onClick={addLeg}>
                    <Plus size={16} aria-hidden />
                    {messages.addLeg}
                  </Button>
                )}
              </Box>
              {!isSubscribed && (
                <Button
                  type="submit"
                  variant="primary"
                  size="lg"
                  disabled={!request || freeChecksLeft === 0}
                  busyText={isChecking && messages.checking}
                >
                  {messages.check}
                </Button>
              )}
            </PanelBody>
          </chakra.form>
          <PanelFooter>
            {isSubscribed ? messages.live : leftText(freeChecksLeft)}{" "}
            {freeChecksLeft === 0 && <Link to={trialPath}>{messages.startTrial}</Link>}
          </PanelFooter>
        </Panel>
        {request && checked && !error && (isSubscribed || isCurrent) && (
          <VerdictLine checked={checked} onPress={showVerdict} />
        )}
      </Entry>
      <Panel ref={verdict} tabIndex={-1} title={messages.result} aria-busy={isChecking}>
        {error && issues.length === 0 && <Failure error={error} trialPath={trialPath} />}
        {checked && !error && (
          <>
            {!isCurrent && !isChecking && <CheckedLast legs={checked.legs} />}
            <Box
              data-dimmed={isCurrent ? undefined : ""}
              css={{ "&[data-dimmed]": { opacity: 0.7 } }}
            >
              <Verdict checked={checked} />
            </Box>
          </>
        )}
        {(issues.length > 0 || (!checked && !error)) && (
          <EmptyState
            icon={<Scale size={24} />}
            title={messages.nothing}
            text={messages.nothingText}
          />
        )}
      </Panel>
    </Columns>
  );
}

/** Names the bet of a verdict that the user has changed since. */
function CheckedLast({ legs }: Pick<PriceCheck, "legs">) {
  return (
    <chakra.p px={{ base: 4, md: 5 }} pt={4} color="fg.muted">
      {messages.changed}{" "}
      {legs.map(({ gameId, betOn, odds }, index) => (
        <Fragment key={gameId}>
          {index > 0 && ", "}
          {betOn} <Odds value={odds} />
        </Fragment>
      ))}
    </chakra.p>
  );
}

const utcDayOf = (time: number) => Math.floor(time / 86_400_000);

const leftText = (left: number | null | undefined) =>
  typeof left === "number" ? messages.left(left) : messages.free;

/** Why there is no verdict. Who has used the free checks is offered the trial. */
function Failure({ error, trialPath }: { error: Error; trialPath: string }) {
  const isUsedUp = isApiError(error) && error.body?.code === "price_check.day";
  return (
    <PanelBody role="alert" display="grid" gap={3} justifyItems="start">
      <p>{errorText(error, messages.failed)}</p>
      {isUsedUp && (
        <ButtonLink to={trialPath} variant="primary">
          {messages.startTrial}
        </ButtonLink>
      )}
    </PanelBody>
  );
}

function useLegs(gameId: string | undefined) {
  const nextKey = useRef(1);
  const [legs, setLegs] = useState([emptyLeg(0, gameId)]);
  return {
    legs,
    setLeg: (index: number, leg: LegDraft) => setLegs(legs.with(index, leg)),
    addLeg: () => setLegs([...legs, emptyLeg(nextKey.current++)]),
    removeLeg: (index: number) => setLegs(legs.toSpliced(index, 1)),
  };
}
