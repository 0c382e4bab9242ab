import { chakra } from "@chakra-ui/react/styled-system";
import type { SlateRecordAnswer } from "@orbline/proto/http/prediction/track-record";
import type { ReactNode } from "react";
import { WhenNear } from "#/components/feedback/when-near.tsx";
import { SkeletonRows } from "#/components/feedback/query-view.tsx";
import { Panel, PanelFooter } from "#/components/ui/panel.tsx";
import { SlateTag } from "#/components/betting/slate-badge.tsx";
import { count, signedPercent } from "#/lib/format.ts";
import { calibrationError, calibrationPoints, summarize } from "#/shared/performance.ts";
import { Calibration } from "./calibration.tsx";
import { RiskTable, SportTable } from "./tables.tsx";
import { points, Stats } from "./stats.tsx";
import { messages } from "./messages.ts";

const line = "1px solid {colors.line.subtle}";

// On tablets the plot is beside the four figures, else beside or below the table.
const Areas = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: {
      base: "minmax(0, 1fr)",
      md: "minmax(0, 2fr) minmax(0, 3fr)",
      lg: "minmax(0, 1fr) 400px",
    },
    gridTemplateAreas: {
      base: '"stats" "risks" "table" "plot"',
      md: '"stats plot" "risks risks" "table table"',
      lg: '"stats stats" "risks risks" "table plot"',
    },
    "& > :nth-child(1)": { gridArea: "stats" },
    // The table has a block of its own: Firefox and WebKit put a stretched table's height between head and rows.
    "& > :nth-child(2)": { gridArea: "risks", borderTop: line },
    "& > :nth-child(3)": { gridArea: "table", borderTop: line },
    "& > :nth-child(4)": {
      gridArea: "plot",
      borderTop: { base: line, md: 0, lg: line },
      borderInlineStart: { md: line },
    },
  },
});

type RecordPanelProps = {
  record: SlateRecordAnswer;
  title: string;
  /** Shown at the right of the note. */
  link?: ReactNode;
  children?: ReactNode;
};

/** The record of one slate: three figures, a row per risk level and per sport, the calibration plot and a note on its limits. */
export function RecordPanel({ record, title, link, children }: RecordPanelProps) {
  const { total, slate, combinations } = record;
  const plotted = calibrationPoints(total.bands);
  return (
    <Panel title={title} meta={<SlateTag slate={slate} />} ticks>
      <Areas>
        <Stats total={total} />
        <div>
          <RiskTable record={record} />
          <Notes record={record} />
        </div>
        <WhenNear fallback={<SkeletonRows rows={7} />}>
          <SportTable combinations={combinations} />
        </WhenNear>
        <WhenNear fallback={<SkeletonRows rows={7} />}>
          <Calibration
            points={plotted}
            label={messages.chartLabel(count(total.n), points(calibrationError(total.bands) ?? 0))}
          />
        </WhenNear>
      </Areas>
      {children}
      <PanelFooter
        display="flex"
        flexWrap={{ base: "wrap", md: "nowrap" }}
        justifyContent="space-between"
        alignItems="center"
        gap={3}
      >
        <chakra.p maxWidth="72ch">{messages[slate.kind]}</chakra.p>
        <chakra.span flexShrink={0}>{link}</chakra.span>
      </PanelFooter>
    </Panel>
  );
}

/** Whether luck alone explains the return, and what favorites returned. Parlays pay differently, so that is of single bets. */
function Notes({ record }: { record: SlateRecordAnswer }) {
  const favorites = record.risks.find(({ riskLevel }) => riskLevel === "moderate")?.alwaysFavorite;
  const notes = [
    luckOf(record),
    favorites && messages.favorites(signedPercent(favorites.return), count(favorites.n)),
  ].filter((note) => typeof note === "string");
  if (notes.length === 0) return null;
  return (
    <PanelFooter>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </PanelFooter>
  );
}

/** An interval of the return that reaches from a loss to a profit can be luck alone. */
function luckOf({ total, returnInterval }: SlateRecordAnswer) {
  const { return: value } = summarize([total]);
  if (value === null || returnInterval === null) return null;
  const { low, high } = returnInterval;
  const texts = {
    value: signedPercent(value),
    low: signedPercent(low),
    high: signedPercent(high),
  };
  return messages.luck(texts, low <= 0 && high >= 0);
}

export function RecordSkeleton() {
  return (
    <Panel title={messages.title}>
      <SkeletonRows rows={8} />
    </Panel>
  );
}
