import { Box } from "@chakra-ui/react/box";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import type { SlateInfo } from "@orbline/proto/http/prediction-fields";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, type ReactNode } from "react";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";
import { slateQuery } from "#/shared/slate.ts";
import { recentPredictionsQuery } from "../api.ts";
import { toResultView, type ResultView } from "./outcome.ts";
import { usePrediction, type PredictionState } from "./use-prediction.ts";
import { LastFour } from "./last-four.tsx";
import { Machine } from "./machine.tsx";
import {
  Generating,
  NflNotice,
  NothingYet,
  OrbUnclear,
  PredictionUpdate,
} from "../result/result-states.tsx";
import { SlateBadge } from "#/components/betting/slate-badge.tsx";
import { messages } from "../messages.ts";
import { riskNames, slateMessages, sportNames } from "#/shared/messages.ts";

// The panels of a pick come once a sport is chosen, which is before there can be one.
const result = () => import("../result/result-panel.tsx");
const price = () => import("../result/honest-price.tsx");
const ResultPanel = lazy(async () => ({ default: (await result()).ResultPanel }));
// Said once there is something to read.
const Ready = lazy(async () => {
  await result();
  return { default: ({ legs }: { legs: number }) => messages.ready(messages.parlay(legs)) };
});
const HonestPrice = lazy(async () => ({ default: (await price()).HonestPrice }));

// A slate is view from the start: of the newest prediction, or, before there is one, of any sport.
const useSlateInfo = (view: ResultView | undefined): SlateInfo | undefined => {
  const sport = usePredictionForm((form) => form.sport);
  const { data, isPending } = useQuery(recentPredictionsQuery(4));
  const recent = data?.predictions[0]?.slate;
  const enabled = sport !== undefined || (!isPending && recent === undefined);
  const slate = useQuery({ ...slateQuery(sport ?? "nba"), enabled }).data?.slate;
  return view?.kind === "prediction" ? view.prediction.slate : (slate ?? recent);
};

// Until the slate is known its line keeps the room, so that nothing below moves.
const expected = { kind: "simulated", label: slateMessages.simulated } as const;
const SlateLine = ({ view }: { view: ResultView | undefined }) => {
  const slate = useSlateInfo(view);
  return slate === undefined ? (
    <Box visibility="hidden" aria-hidden>
      <SlateBadge slate={expected} />
    </Box>
  ) : (
    <SlateBadge slate={slate} />
  );
};

const announcement = (view: ResultView | undefined, { busy, failed }: PredictionState) => {
  if (busy) return messages.generating;
  if (failed) return messages.failed;
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
};

const Result = ({ view, state }: { view: ResultView | undefined; state: PredictionState }) => {
  const { sport, risk, nflNotice } = usePredictionForm();
  const generating = sport && risk && (
    <Generating meta={`${sportNames[sport]}, ${riskNames[risk]}`} />
  );
  if (nflNotice) return <NflNotice />;
  if (state.busy && generating) return generating;
  switch (view?.kind) {
    case "prediction":
      return (
        <Suspense fallback={generating}>
          <ResultPanel prediction={view.prediction} odds={view.odds} />
        </Suspense>
      );
    case "unclear":
      return <OrbUnclear onRetry={state.generate} />;
    case "update":
      return <PredictionUpdate message={view.message} />;
    case undefined:
      return <NothingYet />;
  }
};

const xl = '"machine result price" "last result price"';
const layouts = {
  // Nothing to price leaves its room to the result, and the machine's height to both beside it.
  unpriced: {
    gridTemplateAreas: {
      base: '"machine" "result" "last"',
      md: '"machine result" "machine last"',
      xl: '"machine result result" "machine last last"',
    },
    // The room of four rows, so that nothing moves when fewer come.
    gridTemplateRows: { md: "1fr minmax(260px, auto)" },
  },
  priced: {
    gridTemplateAreas: {
      base: '"machine" "result" "price" "last"',
      md: '"machine result" "machine last" "price price"',
      xl,
    },
    gridTemplateRows: { md: "auto 1fr auto", xl: "auto 1fr" },
  },
  // A long read has everything else beside it.
  analysed: {
    gridTemplateAreas: {
      base: '"machine" "result" "price" "last"',
      md: '"machine result" "price result" "last result"',
      xl,
    },
    gridTemplateRows: { md: "auto auto 1fr", xl: "auto 1fr" },
  },
};

const useLayout = (view: ResultView | undefined, busy: boolean) => {
  const isAnalysed = usePredictionForm((form) => form.analysisShown);
  if (view?.kind !== "prediction" && !busy) return layouts.unpriced;
  return isAnalysed && !busy ? layouts.analysed : layouts.priced;
};

type PredictionAreaProps = {
  welcome: ReactNode;
  isSubscribed: boolean;
  onUnsubscribed: () => void;
  onSubscriptionEnded: () => void;
};

/** Machine, result, honest price and the last four, laid out for each width. */
export const PredictionArea = ({ welcome, ...access }: PredictionAreaProps) => {
  const state = usePrediction(access);
  const view = state.response && toResultView(state.response);
  const layout = useLayout(view, state.busy);
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
        {announcement(view, state)}
      </VisuallyHidden>
      <Box
        display="grid"
        gap={4}
        mt={{ base: 4, md: 5 }}
        alignItems="start"
        {...layout}
        gridTemplateColumns={{
          base: "minmax(0, 1fr)",
          md: "352px minmax(0, 1fr)",
          xl: "352px minmax(0, 1fr) 344px",
        }}
      >
        <Box gridArea="machine">
          <Machine prediction={state} />
        </Box>
        <Box
          gridArea="result"
          aria-busy={state.busy}
          {...(layout === layouts.unpriced && { alignSelf: "stretch" })}
        >
          <Result view={view} state={state} />
        </Box>
        {view?.kind === "prediction" && (
          <Box gridArea="price" containerType="inline-size">
            <Suspense>
              <HonestPrice prediction={view.prediction} odds={view.odds} />
            </Suspense>
          </Box>
        )}
        <Box gridArea="last">
          <LastFour />
        </Box>
      </Box>
    </>
  );
};
