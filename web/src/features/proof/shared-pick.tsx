import { chakra } from "@chakra-ui/react/styled-system";
import { chanceToLose, probabilityText } from "@orbline/proto/constants/predictions";
import type { LeafText, Receipt } from "@orbline/proto/http/prediction/record-log";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { HundredTicks } from "#/components/betting/hundred-ticks.tsx";
import { Odds } from "#/components/betting/odds.tsx";
import { Outcome } from "#/components/betting/outcome.tsx";
import { SlateBadge } from "#/components/betting/slate-badge.tsx";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { ButtonLink, Link } from "#/components/ui/link.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Panel, PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { isApiError } from "#/lib/api.ts";
import { Time } from "#/components/data/time.tsx";
import { count, dayAndTime, decimalOdds, trueMinus } from "#/lib/format.ts";
import { riskNames, sportNames } from "#/shared/messages.ts";
import { receiptQuery } from "./api.ts";
import { Checks } from "./checks.tsx";
import { messages } from "./messages.ts";
import { Trial } from "./trial.tsx";
import { type ReceiptChecks, readLeaf, verifyReceipt } from "./verify-receipt.ts";

type SharedPickProps = { slug: string; isVisitor: boolean };

/** A shared pick, its outcome, the proof that it was made before its games, and for visitors the way to the trial. */
export function SharedPick({ slug, isVisitor }: SharedPickProps) {
  const query = useQuery(receiptQuery(slug));
  const leaf = query.data?.leaf;
  const name = leaf ? nameOf(readLeaf(leaf.text)) : messages.sharedPick;
  usePageTitle(name);
  return (
    <>
      <Heading>{name}</Heading>
      <chakra.p textStyle="lead" color="fg.muted" mt={2} mb={6}>
        {messages.sharedLead}
      </chakra.p>
      <Loaded query={query} isVisitor={isVisitor} />
    </>
  );
}

/** The bet of a single pick, or the sport and size of a parlay. */
function nameOf({ legs, sport }: LeafText): string {
  const [leg] = legs;
  return leg && legs.length === 1
    ? `${leg.betOn} (${trueMinus(leg.betType)})`
    : messages.parlay(sportNames[sport], legs.length);
}

type LoadedProps = { query: UseQueryResult<Receipt>; isVisitor: boolean };

function Loaded({ query, isVisitor }: LoadedProps) {
  if (isApiError(query.error) && [400, 404].includes(query.error.status)) return <Missing />;
  const skeleton = (
    <Panel minHeight="420px">
      <SkeletonRows rows={8} />
    </Panel>
  );
  return (
    <QueryView panel query={query} failed={messages.receiptFailed} skeleton={skeleton} mb={4}>
      {(receipt) => (
        <chakra.div display="grid" gap={4}>
          <ReceiptView receipt={receipt} />
          {isVisitor && <Trial />}
        </chakra.div>
      )}
    </QueryView>
  );
}

function Missing() {
  return (
    <Panel>
      <EmptyState
        icon={<SearchX size={24} />}
        title={messages.missing}
        text={messages.missingText}
        action={<ButtonLink to="/record">{messages.seeRecord}</ButtonLink>}
      />
    </Panel>
  );
}

function ReceiptView({ receipt }: { receipt: Receipt }) {
  const { leaf, proof } = receipt;
  return (
    <>
      {leaf ? (
        <Pick receipt={receipt} pick={readLeaf(leaf.text)} />
      ) : (
        <Panel>
          <PanelBody>{messages.recording}</PanelBody>
        </Panel>
      )}
      <Panel title={messages.proofTitle}>
        <PanelBody display="grid" gap={4} minHeight="150px" aria-live="polite">
          {leaf && proof ? <Proof leaf={leaf} proof={proof} /> : messages.recording}
        </PanelBody>
        <PanelFooter>
          <Link to="/record/proof" tone="accent">
            {messages.howItWorks}
          </Link>
        </PanelFooter>
      </Panel>
    </>
  );
}

function Pick({ receipt, pick }: { receipt: Receipt; pick: LeafText }) {
  // While all legs are open, the outcome of the whole says so once.
  const hasOutcomes = receipt.legOutcomes.some((outcome) => outcome !== "open");
  const [breakEven, loses] = [1 / decimalOdds(pick.odds), chanceToLose(pick.probability)];
  return (
    <Panel ticks title={`${sportNames[pick.sport]} · ${riskNames[pick.riskLevel]}`}>
      <PanelBody display="grid" gap={4}>
        <SlateBadge slate={pick.slate} />
        <DefinitionList
          entries={[
            [messages.outcome, <Outcome key="outcome" outcome={receipt.outcome} />],
            [messages.odds, <Odds key="odds" value={pick.odds} />],
            [messages.breakEven, probabilityText(breakEven)],
            [messages.estimate, probabilityText(pick.probability)],
            [messages.loses, probabilityText(loses)],
            [messages.made, dayAndTime(pick.createdAt)],
          ]}
        />
        <HundredTicks probability={pick.probability} />
      </PanelBody>
      <chakra.ol listStyle="none" p={0} aria-label={messages.legs}>
        {pick.legs.map((leg, index) => (
          <chakra.li
            key={`${leg.gameId} ${leg.betType}`}
            display="flex"
            justifyContent="space-between"
            gap={3}
            px={{ base: 4, md: 5 }}
            py={3}
            borderTopWidth="1px"
            borderColor="line.subtle"
          >
            <chakra.span minWidth={0} overflowWrap="anywhere">
              <chakra.b display="block" fontWeight={600}>
                {leg.betOn}
              </chakra.b>
              <chakra.span display="block" textStyle="small" color="fg.muted">
                {leg.game}
              </chakra.span>
              <chakra.span display="block" textStyle="small" color="fg.subtle">
                {trueMinus(leg.betType)} · <Time at={leg.startsAt} of="start" />
              </chakra.span>
            </chakra.span>
            <chakra.span display="grid" justifyItems="end" flexShrink={0}>
              <Odds value={leg.odds} />
              {hasOutcomes && <Outcome outcome={receipt.legOutcomes[index] ?? "open"} />}
            </chakra.span>
          </chakra.li>
        ))}
      </chakra.ol>
      <PanelFooter color="fg.subtle">{messages.entertainment}</PanelFooter>
    </Panel>
  );
}

type ProofProps = Parameters<typeof verifyReceipt>[0];

function Proof({ leaf, proof }: ProofProps) {
  const { data: checks, isError } = useQuery({
    queryKey: ["verify", leaf, proof],
    queryFn: () => verifyReceipt({ leaf, proof }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: "always",
  });
  if (isError) return <Verdict isVerified={false} text={messages.notVerifiedText} />;
  if (!checks) return <p>{messages.verifying}</p>;
  const isVerified = Object.values(checks).every((check) => check === "passed");
  return (
    <>
      <Verdict
        isVerified={isVerified}
        text={isVerified ? messages.verifiedText : reasonOf(checks, leaf)}
      />
      <Checks items={itemsOf(checks, { leaf, proof })} />
    </>
  );
}

/**
 * Why a pick is not verified: a check failed, only the time is too late, or the browser cannot check everything. Of a
 * simulated season, only picks that were filled in afterwards are too late.
 */
function reasonOf(
  { inclusion, signature, time }: ReceiptChecks,
  { text }: ProofProps["leaf"],
): string {
  if (inclusion === "failed" || signature === "failed") return messages.notVerifiedText;
  if (time !== "failed") return messages.uncheckedText;
  return readLeaf(text).slate.kind === "simulated" ? messages.demoText : messages.lateText;
}

function Verdict({ isVerified, text }: { isVerified: boolean; text: string }) {
  return (
    <div>
      <chakra.b fontWeight={600} color={isVerified ? "fg.win" : "fg.loss"}>
        {isVerified ? messages.verified : messages.notVerified}
      </chakra.b>
      <p>{text}</p>
    </div>
  );
}

function itemsOf(checks: ReceiptChecks, { leaf, proof: { head } }: ProofProps) {
  const { inclusion, signature, time } = messages.checks;
  const number = count(leaf.number + 1);
  const passed = {
    inclusion: inclusion.passed(number, count(head.size)),
    time: time.passed(dayAndTime(head.timestamp)),
  };
  return [
    {
      check: checks.inclusion,
      text: { ...inclusion, passed: passed.inclusion }[checks.inclusion],
    },
    { check: checks.signature, text: signature[checks.signature] },
    { check: checks.time, text: { ...time, passed: passed.time }[checks.time] },
  ];
}
