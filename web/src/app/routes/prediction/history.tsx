import { chakra } from "@chakra-ui/react/styled-system";
import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { Tabs } from "#/components/ui/tabs.tsx";
import type { HistoryFilter } from "#/features/prediction/api.ts";
import { BettingProfile } from "#/features/prediction/history/betting-profile.tsx";
import { History } from "#/features/prediction/history/history.tsx";
import { Protected } from "#/app/protected.tsx";
import { messages } from "#/features/prediction/messages.ts";
import { riskNames, slateMessages, sportNames } from "#/shared/messages.ts";

const Ledger = lazy(async () => ({
  default: (await import("#/features/prediction/ledger/ledger.tsx")).Ledger,
}));

/** The user's own predictions and their outcomes. */
export function HistoryPage() {
  usePageTitle(messages.historyTitle);
  return (
    <Container py={6}>
      <Heading>{messages.historyTitle}</Heading>
      <chakra.p textStyle="lead" color="fg.muted" mt={2}>
        {messages.historyLead}
      </chakra.p>
      <Protected>{() => <Views />}</Protected>
    </Container>
  );
}

function known<Value extends string>(names: Record<Value, string>, value: string | null) {
  return (Object.keys(names) as Value[]).find((name) => name === value);
}

/** The filter and the view, stored in the address, so that both survive a reload. */
function useAddress() {
  const [query, setQuery] = useSearchParams();
  const filter: HistoryFilter = {
    sport: known(sportNames, query.get("sport")),
    riskLevel: known(riskNames, query.get("risk")),
    outcome: known(slateMessages.outcomes, query.get("result")),
  };
  const setFilter = ({ sport, riskLevel, outcome }: HistoryFilter) =>
    setQuery(
      {
        ...(sport && { sport }),
        ...(riskLevel && { risk: riskLevel }),
        ...(outcome && { result: outcome }),
      },
      { replace: true },
    );
  const view = known({ list: "", bets: "", profile: "" }, query.get("view")) ?? "list";
  // The filter of the list stays in the address of the other views.
  const setView = (chosen: "list" | "bets" | "profile") =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete("view");
        if (chosen !== "list") next.set("view", chosen);
        return next;
      },
      { replace: true },
    );
  return { filter, setFilter, view, setView };
}

function Views() {
  const { filter, setFilter, view, setView } = useAddress();
  return (
    <Tabs
      label={messages.views}
      value={view}
      onChange={setView}
      tabs={[
        {
          value: "list",
          label: messages.list,
          content: <History filter={filter} onChange={setFilter} />,
        },
        {
          value: "bets",
          label: messages.bets,
          content: (
            <Suspense>
              <Ledger onEmpty={() => setView("list")} />
            </Suspense>
          ),
        },
        { value: "profile", label: messages.profile, content: <BettingProfile /> },
      ]}
    />
  );
}
