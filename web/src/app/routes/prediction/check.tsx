import { chakra } from "@chakra-ui/react/styled-system";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { trialPath } from "#/components/layout/nav-links.ts";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { currentUserQuery } from "#/features/auth/api.ts";
import { messages } from "#/features/check/messages.ts";
import { PriceChecker } from "#/features/check/price-check.tsx";
import { isSubscribed, subscriptionStatusQuery } from "#/features/subscription/status.ts";

/** Judges the odds of a bet that the user found. `?game=` chooses the game of the first leg. */
export function CheckPage() {
  usePageTitle(messages.title);
  const { data: user } = useQuery(currentUserQuery);
  const { data: status } = useQuery({ ...subscriptionStatusQuery, enabled: Boolean(user) });
  const [query] = useSearchParams();
  return (
    <Container py={6}>
      <Heading>{messages.title}</Heading>
      <chakra.p textStyle="lead" color="fg.muted" mt={2} mb={4} maxWidth="66ch">
        {messages.lead}
      </chakra.p>
      <PriceChecker
        isSubscribed={isSubscribed(status)}
        trialPath={trialPath}
        gameId={query.get("game") ?? undefined}
      />
    </Container>
  );
}
