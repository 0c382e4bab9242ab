import { chakra } from "@chakra-ui/react/styled-system";
import type { Prediction, StoredPrediction } from "@orbline/proto/http/prediction/prediction";
import { useQuery } from "@tanstack/react-query";
import { CalibrationChart } from "#/components/charts/charts.tsx";
import { Link } from "#/components/ui/link.tsx";
import { PanelFooter } from "#/components/ui/panel.tsx";
import { count, day, percent, signedPercent } from "#/lib/format.ts";
import { calibrationPoints, performanceQuery, recordOf, summarize } from "#/shared/performance.ts";
import { messages } from "../messages.ts";
import { riskNames, sportNames } from "#/shared/messages.ts";

type RecordNoteProps = { prediction: Prediction | StoredPrediction };

/**
 * The track record behind a prediction: calibration of its slate, of its probability band, and its sport and risk. A
 * settled one is counted in today's record, so it has only the band of the day it was made.
 */
export function RecordNote({ prediction }: RecordNoteProps) {
  const { sport, band, createdAt } = prediction;
  const isSettled = "outcome" in prediction && prediction.outcome !== "open";
  return (
    <PanelFooter>
      {!isSettled && <Plot prediction={prediction} />}
      <p>{bandText(band, sportNames[sport], day(createdAt))}</p>
      {!isSettled && <Combination prediction={prediction} />}
      <chakra.p mt={2}>
        <Link to="/record" tone="accent">
          {messages.wholeRecord}
        </Link>
      </chakra.p>
    </PanelFooter>
  );
}

/** Predictions from which on a share of them says something. */
const leastForShare = 20;

function bandText({ from, to, n, won }: Prediction["band"], sport: string, date: string) {
  const band = { date, sport, from: percent(from), to: percent(to) };
  if (n === 0) return messages.noBand(band);
  const share = n < leastForShare ? "" : percent(won / n);
  return messages.band({ ...band, n: count(n), won: count(won), share });
}

function Combination({ prediction: { sport, riskLevel, slate } }: RecordNoteProps) {
  const { data } = useQuery(performanceQuery);
  if (data === undefined) return null;
  return (
    <chakra.p mt={2}>
      <chakra.b color="fg" fontWeight={600}>
        {messages.combination(riskNames[riskLevel], sportNames[sport])}:
      </chakra.b>{" "}
      {combinationText(recordOf(data, { slate, sport, riskLevel }))}
    </chakra.p>
  );
}

function combinationText(line: ReturnType<typeof recordOf>) {
  const { n, won, said, return: profit } = summarize(line ? [line] : []);
  if (won === null || said === null || profit === null) return messages.combinationNone;
  return messages.combinationText(count(n), percent(won), percent(said), signedPercent(profit));
}

function Plot({ prediction: { confidence, bets, slate } }: RecordNoteProps) {
  const { data } = useQuery(performanceQuery);
  const record = data?.records.find(
    ({ slate: of }) => of.kind === slate.kind && of.label === slate.label,
  );
  if (record === undefined) return null;
  return (
    <chakra.figure m={0} mb={3}>
      <chakra.figcaption textStyle="label" mb={2} color="fg">
        {messages.saidAgainstWon}{" "}
        <chakra.span color="fg.subtle" fontWeight={400}>
          {messages.saidAgainstWonUnit}
        </chakra.span>
      </chakra.figcaption>
      <chakra.div maxWidth="300px" mx="auto">
        <CalibrationChart
          points={calibrationPoints(record.total.bands)}
          label={messages.saidAgainstWonLabel(count(record.total.n))}
          mark={{ at: confidence, word: bets.length > 1 ? messages.thisParlay : messages.thisBet }}
        />
      </chakra.div>
    </chakra.figure>
  );
}
