import { chakra } from "@chakra-ui/react/styled-system";
import { sports } from "@orbline/proto/constants/predictions";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import {
  NavigationType,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import type { GameFilter } from "#/features/slate/filters.tsx";
import { SlateGames } from "#/features/slate/slate.tsx";
import { isSubscribed, subscriptionStatusQuery } from "#/features/subscription/status.ts";
import { Protected } from "#/app/protected.tsx";
import { messages } from "#/features/slate/messages.ts";
import { choosingRisk } from "#/lib/navigation.ts";
import { useBreak } from "#/shared/guardrails.ts";
import type { UpcomingGame } from "#/shared/slate.ts";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";

/** The upcoming games with their best prices. */
export function SlatePage() {
  usePageTitle(messages.title);
  // A link to the games of a team starts the page over, even from this page. Filters replace the address.
  const { key } = useLocation();
  const isReplaced = useNavigationType() === NavigationType.Replace;
  const [opened, setOpened] = useState(key);
  if (!isReplaced && opened !== key) setOpened(key);
  return (
    <Container py={6}>
      <Heading>{messages.title}</Heading>
      <chakra.p textStyle="lead" color="fg.muted" mt={2} maxWidth="66ch">
        {messages.lead} <chakra.span hideBelow="md">{messages.leadMarket}</chakra.span>
      </chakra.p>
      <Protected>{() => <Games key={opened} />}</Protected>
    </Container>
  );
}

/** The filters are in the address, so that they survive a reload. */
function Games() {
  const [query, setQuery] = useSearchParams();
  // The router updates the address in a transition, which a field cannot wait for.
  const [search, setSearch] = useState(query.get("q") ?? "");
  const { data: status } = useQuery(subscriptionStatusQuery);
  const hasPlan = isSubscribed(status);
  const { isLoading, until: pausedUntil } = useBreak(hasPlan);
  const navigate = useNavigate();
  const { setGame } = usePredictionForm();
  // The cards and the filters render again only for another filter.
  const filter = useMemo<GameFilter>(
    () => ({
      sport: sports.find((name) => name === query.get("sport")),
      favorites: query.has("favorites"),
      soon: query.has("soon"),
      day: query.get("day") ?? undefined,
      search,
    }),
    [query, search],
  );
  const onFilter = useCallback(
    ({ sport, favorites, soon, day, search: typed }: GameFilter) => {
      setSearch(typed);
      setQuery(
        {
          ...(sport && { sport }),
          ...(favorites && { favorites: "1" }),
          ...(soon && { soon: "1" }),
          ...(day && { day }),
          ...(typed.trim() && { q: typed.trim() }),
        },
        { replace: true },
      );
    },
    [setQuery],
  );
  const onPredict = useCallback(
    ({ id, sport, home, away }: UpcomingGame) => {
      setGame(sport, { id, name: `${home} vs ${away}` });
      void navigate("/", { state: choosingRisk });
    },
    [setGame, navigate],
  );
  return (
    <SlateGames
      filter={filter}
      onFilter={onFilter}
      asksForEstimates={hasPlan && !isLoading && pausedUntil === undefined}
      pausedUntil={pausedUntil}
      onPredict={pausedUntil === undefined ? onPredict : undefined}
    />
  );
}
