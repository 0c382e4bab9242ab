import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { intervalLength, planTerms, plans, type Plan } from "@orbline/proto/constants/plans";
import { ArrowLeft, ChevronDown, ChevronUp } from "lucide-react";
import { Suspense, useState, type ReactNode } from "react";
import { Container } from "#/components/layout/container.tsx";
import { Button } from "#/components/ui/button.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { Link } from "#/components/ui/link.tsx";
import { LoadingState } from "#/components/feedback/states.tsx";
import { PageGrid } from "#/components/ui/page-grid.tsx";
import { Panel, PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { CheckList } from "#/components/data/check-list.tsx";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { money } from "#/lib/format.ts";
import { planCards } from "#/shared/plans.ts";
import { useHydrated } from "#/lib/use-hydrated.ts";
import { HasPlan } from "./order-notes.tsx";
import { OrderPanel } from "./order-panel.tsx";
import { PlanCards } from "#/components/form/plan-cards.tsx";
import { messages } from "./messages.ts";
import { benefits, layoutMessages } from "#/shared/messages.ts";

type PremiumPackageProps = {
  /** Where the link back leads. */
  home: string;
  accountEmail: string | undefined;
  /** Whether the user or their subscription is not known yet. */
  isLoading: boolean;
  /** A subscriber's plan, in place of the order. */
  currentPlan: ReactNode;
  /** A grant of an admin gives access without a plan. */
  hasAccess: boolean;
  /** The plan that is chosen at first. */
  initialPlan: Plan;
  /** The account has had its free trial, so the trial is not offered. */
  trialUsed: boolean;
};

/** The plans, the order and what every plan includes; for a subscriber, the plan instead of the sale. */
export function PremiumPackage({ home, isLoading, currentPlan, ...order }: PremiumPackageProps) {
  return (
    <Box position="relative" isolation="isolate">
      <PageGrid height="260px" />
      <Container size="plans" py={{ base: 6, md: 10 }}>
        <Link
          to={home}
          tone="muted"
          display="inline-flex"
          alignItems="center"
          gap={2}
          minHeight="44px"
        >
          <ArrowLeft size={16} aria-hidden />
          {messages.returnToDashboard}
        </Link>
        <Heading mt={2}>{messages.premiumPackage}</Heading>
        {isLoading && <LoadingState />}
        {!isLoading && currentPlan && (
          // The plan may load, and nothing below it may move then.
          <Suspense fallback={<LoadingState />}>
            <Box display="grid" gap={4} mt={6}>
              {currentPlan}
              <Features />
            </Box>
          </Suspense>
        )}
        {!isLoading && !currentPlan && <Offer {...order} />}
      </Container>
    </Box>
  );
}

const orderLayout = {
  gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 368px" },
  gridTemplateAreas: { base: '"plans" "order" "more"', lg: '"plans order" "more order"' },
};

/** On phones the order is in sight below the chosen plan. */
const chosenOnPhones = {
  "@media (max-width: 47.9975em)": { "& label:not(:has(:checked))": { display: "none" } },
};

type OfferProps = Omit<PremiumPackageProps, "home" | "isLoading" | "currentPlan">;

function Offer(order: OfferProps) {
  return (
    <>
      <chakra.p textStyle="lead" color="fg.muted" mt={2} mb={6}>
        <chakra.b textStyle="num" fontSize="inherit" color="fg">
          {messages.perMonthPrice}
        </chakra.b>
        {messages.premiumLead}
      </chakra.p>
      <Box display="grid" gap={4} {...orderLayout}>
        <Order {...order} />
        <Box gridArea="more" display="grid" gap={4} alignContent="start">
          <Totals />
          <Features />
        </Box>
      </Box>
    </>
  );
}

function Order({ accountEmail, initialPlan, trialUsed, hasAccess }: OfferProps) {
  const hydrated = useHydrated();
  const [chosen, setPlan] = useState(initialPlan);
  const offered = plans.filter((one) => one !== "trial" || !trialUsed);
  const plan = offered.includes(chosen) ? chosen : "monthly";
  const [showsAll, setShowsAll] = useState(false);
  const others = offered.filter((one) => one !== plan).map((one) => planCards[one].name);
  return (
    <>
      <Box gridArea="plans" inert={!hydrated} css={showsAll ? {} : chosenOnPhones}>
        <PlanCards plans={offered} value={plan} onChange={setPlan} />
        <Button
          variant="ghost"
          hideFrom="md"
          mt={2}
          width="full"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {messages.otherPlans(others)}
          {showsAll ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
        </Button>
      </Box>
      <Box gridArea="order">
        <OrderPanel
          plan={plan}
          accountEmail={accountEmail}
          source="subscription_page"
          note={hasAccess && <HasPlan />}
        />
      </Box>
    </>
  );
}

function totalCents(plan: Plan, count: number) {
  const { priceCents, interval } = planTerms[plan];
  return interval === "once"
    ? priceCents
    : (priceCents * count * 12) / intervalLength[interval].months;
}

const totalColumns: Column<Plan>[] = [
  { name: layoutMessages.plan, cell: (plan) => planCards[plan].name },
  ...([1, 2, 5] as const).map((years) => ({
    name: messages.totalYears(years),
    numeric: true,
    cell: (plan: Plan) => money(totalCents(plan, years) / 100),
  })),
];

function Totals() {
  return (
    <Panel title={messages.totalTitle}>
      <DataTable
        caption={messages.totalTitle}
        columns={totalColumns}
        rows={plans.filter((plan) => planTerms[plan].trialDays === 0)}
        keyOf={(plan) => plan}
      />
      <PanelFooter>{messages.totalNote}</PanelFooter>
    </Panel>
  );
}

function Features() {
  return (
    <Panel title={messages.inEveryPlan}>
      <PanelBody>
        <CheckList
          items={[...benefits, ...messages.moreFeatures]}
          gridTemplateColumns={{ base: "1fr", md: "1fr 1fr" }}
          gap={3}
        />
      </PanelBody>
    </Panel>
  );
}
