import { Box } from "@chakra-ui/react/box";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, type ReactNode } from "react";
import { SlateBadge } from "#/components/betting/slate-badge.tsx";
import { slateMessages } from "#/shared/messages.ts";
import { useBreak } from "#/shared/guardrails.ts";
import { slateQuery } from "#/shared/slate.ts";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";
import { recentPredictionsQuery } from "../api.ts";
import { messages } from "../messages.ts";
import { failureOf, type ResultView } from "../outcome.ts";
import { LastFour } from "./last-four.tsx";
import { Machine } from "./machine.tsx";
import { ResultArea } from "./result-area.tsx";
import { useResultFocus } from "./use-result-focus.ts";
import { usePrediction, type PredictionState } from "./use-prediction.ts";

// The result panels load once a sport is chosen, before the first result.
const result = () => import("../result/result-panel.tsx");
const price = () => import("../result/honest-price.tsx");
const HonestPrice = lazy(async () => ({ default: (await price()).HonestPrice }));
// Announced once the panel is loaded.
const Ready = lazy(async () => {
  await result();
  return { default: ({ legs }: { legs: number }) => messages.ready(messages.parlay(legs)) };
});

type PredictionAreaProps = {
  welcome: ReactNode;
  isSubscribed: boolean;
  onUnsubscribed: () => void;
  onSubscriptionEnded: () => void;
};

/** Machine, result, price and the last four predictions; during a break the reason in place of the machine. */
export function PredictionArea({ welcome, ...access }: PredictionAreaProps) {
  const { isLoading, until } = useBreak(access.isSubscribed);
  const isOnBreak = until !== undefined;
  const state = duringBreak(usePrediction(access), { isLoading, isOnBreak });
  const { view } = state;
  const prediction = useLayout(view, state.busy || state.restoring);
  const layout = isOnBreak ? layouts.onBreak : prediction;
  const resultRef = useResultFocus(state);
  const choosing = usePredictionForm((form) => form.sport !== undefined);
  useEffect(() => {
    if (choosing) Promise.all([result(), price()]).catch(() => undefined);
  }, [choosing]);
  return (
    <>
      <Box
        display="flex"
        flexWrap="wrap"
        justifyContent="space-between"
        alignItems="center"
        gap={3}
      >
        {welcome}
        <SlateLine view={view} />
      </Box>
      <VisuallyHidden aria-live="polite" role="status">
        {announcement(state)}
      </VisuallyHidden>
      <Box
        // Rendered again when a break is known, because panels that stay and move are a layout shift.
        key={until}
        display="grid"
        gap={4}
        mt={{ base: 4, md: 5 }}
        alignItems="start"
        gridTemplateColumns={{
          base: "minmax(0, 1fr)",
          md: "352px minmax(0, 1fr)",
          xl: "352px minmax(0, 1fr) 344px",
        }}
        {...layout}
      >
        {!isOnBreak && (
          <Box gridArea="machine">
            <Machine prediction={state} />
          </Box>
        )}
        <Box
          ref={resultRef}
          gridArea="result"
          role="region"
          aria-label={messages.resultRegion}
          aria-busy={state.busy}
          tabIndex={-1}
          {...((isOnBreak || layout === layouts.unpriced) && { alignSelf: "stretch" })}
        >
          <ResultArea state={state} isOnBreak={isOnBreak} />
        </Box>
        {view?.kind === "prediction" && !state.busy && (
          <Box
            gridArea="price"
            containerType="inline-size"
            {...(state.error && { filter: "grayscale(1)" })}
          >
            <Suspense>
              <HonestPrice prediction={view.prediction} />
            </Suspense>
          </Box>
        )}
        <Box gridArea="last">
          <LastFour />
        </Box>
      </Box>
    </>
  );
}

type Break = { isLoading: boolean; isOnBreak: boolean };

/** A break hides the result that the tab has kept, also until it is known whether there is one. */
function duringBreak(state: PredictionState, { isLoading, isOnBreak }: Break): PredictionState {
  if (isOnBreak) return { ...state, view: undefined, restoring: false, error: null };
  const isHeldBack = isLoading && state.view !== undefined && !state.busy;
  return isHeldBack ? { ...state, view: undefined, restoring: true } : state;
}

// Keeps the height of the line until the slate is known, so that nothing below moves.
const expected = { kind: "simulated", label: slateMessages.simulated } as const;

/** The slate of the result or of the chosen sport, else of the newest prediction, else of any sport. */
function SlateLine({ view }: { view: ResultView | undefined }) {
  const sport = usePredictionForm((form) => form.sport);
  const { data, isPending } = useQuery(recentPredictionsQuery(4));
  const recent = data?.predictions[0]?.slate;
  const enabled = sport !== undefined || (!isPending && recent === undefined);
  const chosen = useQuery({ ...slateQuery(sport ?? "nba"), enabled }).data?.slate;
  const slate = view?.kind === "prediction" ? view.prediction.slate : (chosen ?? recent);
  if (slate) return <SlateBadge slate={slate} isShort />;
  return (
    <Box visibility="hidden" aria-hidden>
      <SlateBadge slate={expected} isShort />
    </Box>
  );
}

function announcement({ view, busy, error }: PredictionState) {
  if (busy) return messages.generating;
  if (error) {
    const { title, text } = failureOf(error);
    return `${title}. ${text}`;
  }
  switch (view?.kind) {
    case "prediction":
      return (
        <Suspense fallback={messages.generating}>
          <Ready legs={view.prediction.bets.length} />
        </Suspense>
      );
    case "unclear":
      return `${messages.unclear}. ${messages.clouded}`;
    case "update":
      return `${messages.update}. ${view.message ?? ""}`;
    case undefined:
      return "";
  }
}

const xl = '"machine result price" "last result price"';
const layouts = {
  onBreak: {
    gridTemplateAreas: { base: '"result" "last"', md: '"result last"' },
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "minmax(0, 1fr) 352px" },
  },
  // Without a price the result takes its column, and result and last four share the machine's height.
  unpriced: {
    gridTemplateAreas: {
      base: '"machine" "result" "last"',
      md: '"machine result" "machine last"',
      xl: '"machine result result" "machine last last"',
    },
    // The height of four rows, so that nothing moves when there are fewer.
    gridTemplateRows: { md: "1fr minmax(296px, auto)" },
  },
  priced: {
    gridTemplateAreas: {
      base: '"machine" "result" "price" "last"',
      md: '"machine result" "machine last" "price price"',
      xl,
    },
    gridTemplateRows: { md: "auto 1fr auto", xl: "auto 1fr" },
  },
  // The long analysis has the other panels beside it.
  analyzed: {
    gridTemplateAreas: {
      base: '"machine" "result" "price" "last"',
      md: '"machine result" "price result" "last result"',
      xl,
    },
    gridTemplateRows: { md: "auto auto 1fr", xl: "auto 1fr" },
  },
};

function useLayout(view: ResultView | undefined, loading: boolean) {
  const isAnalyzed = usePredictionForm((form) => form.analysisShown);
  if (view?.kind !== "prediction" && !loading) return layouts.unpriced;
  return isAnalyzed && !loading ? layouts.analyzed : layouts.priced;
}
