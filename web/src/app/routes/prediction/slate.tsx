import { chakra } from "@chakra-ui/react/styled-system";
import { sports } from "@orbline/proto/constants/predictions";
import { useSearchParams } from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { Tabs } from "#/components/ui/tabs.tsx";
import { SlateGames } from "#/features/slate/slate.tsx";
import { Protected } from "#/app/protected.tsx";
import { messages } from "#/features/slate/messages.ts";
import { sportNames } from "#/shared/messages.ts";

/** The games and prices that predictions can use. */
export function SlatePage() {
  usePageTitle(messages.title);
  return (
    <Protected>
      {() => (
        <Container py={6}>
          <Heading>{messages.title}</Heading>
          <chakra.p textStyle="lead" color="fg.muted" mt={2} maxWidth="66ch">
            {messages.lead}
          </chakra.p>
          <SportTabs />
        </Container>
      )}
    </Protected>
  );
}

function SportTabs() {
  const [query, setQuery] = useSearchParams();
  const sport = sports.find((name) => name === query.get("sport")) ?? "nba";
  return (
    <Tabs
      label={messages.sport}
      value={sport}
      onChange={(chosen) => setQuery({ sport: chosen }, { replace: true })}
      tabs={sports.map((name) => ({
        value: name,
        label: sportNames[name],
        content: <SlateGames sport={name} />,
      }))}
    />
  );
}
