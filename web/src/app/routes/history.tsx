import { chakra } from "@chakra-ui/react/styled-system";
import { useSearchParams } from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { Tabs } from "#/components/ui/tabs.tsx";
import type { HistoryFilter } from "#/features/prediction/api.ts";
import { BettingProfile } from "#/features/prediction/components/betting-profile.tsx";
import { History } from "#/features/prediction/components/history.tsx";
import { predictionTexts as texts } from "#/texts/prediction.ts";
import { riskNames, slateTexts, sportNames } from "#/texts/slate.ts";
import { Protected } from "#/app/protected.tsx";

const known = <Value extends string>(names: Record<Value, string>, value: string | null) =>
  (Object.keys(names) as Value[]).find((name) => name === value);

/** The filter and the view stand in the address, so that both survive a reload. */
const useAddress = () => {
  const [query, setQuery] = useSearchParams();
  const filter: HistoryFilter = {
    sport: known(sportNames, query.get("sport")),
    riskLevel: known(riskNames, query.get("risk")),
    outcome: known(slateTexts.outcomes, query.get("result")),
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
  const view: "list" | "profile" = query.get("view") === "profile" ? "profile" : "list";
  const setView = (chosen: "list" | "profile") =>
    setQuery(chosen === "profile" ? { view: chosen } : {}, { replace: true });
  return { filter, setFilter, view, setView };
};

const Views = () => {
  const { filter, setFilter, view, setView } = useAddress();
  return (
    <Tabs
      label={texts.views}
      value={view}
      onChange={setView}
      tabs={[
        {
          value: "list",
          label: texts.list,
          content: <History filter={filter} onChange={setFilter} />,
        },
        { value: "profile", label: texts.profile, content: <BettingProfile /> },
      ]}
    />
  );
};

/** The user's own predictions and how they ended. */
export const HistoryPage = () => {
  usePageTitle(texts.historyTitle);
  return (
    <Protected>
      {() => (
        <Container py={6}>
          <Heading>{texts.historyTitle}</Heading>
          <chakra.p color="fg.muted" mt={1}>
            {texts.historyLead}
          </chakra.p>
          <Views />
        </Container>
      )}
    </Protected>
  );
};
