import { chakra } from "@chakra-ui/react/styled-system";
import type { SlateRecordAnswer } from "@orbline/proto/http/prediction-record";
import type { ReactNode } from "react";
import { Panel, PanelFooter } from "../../../components/ui/panel.tsx";
import { SlateTag } from "../../../components/ui/slate-badge.tsx";
import { calibrationError, calibrationPoints } from "../../../lib/performance.ts";
import { recordTexts as texts } from "../../../texts/record.ts";
import { Calibration } from "./calibration.tsx";
import { SportTable } from "./sport-table.tsx";
import { points, Stats } from "./stats.tsx";

const Halves = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 400px" },
    borderTopWidth: "1px",
    borderColor: "line.subtle",
    "& > :last-child": {
      borderInlineStart: { lg: "1px solid {colors.line.subtle}" },
      borderTop: { base: "1px solid {colors.line.subtle}", lg: 0 },
    },
  },
});

const noteOf = ({ kind, label }: SlateRecordAnswer["slate"]) => {
  switch (kind) {
    case "simulated":
      return texts.simulated;
    case "replay":
      return texts.replay(label);
    case "live":
      return texts.live;
  }
};

type RecordPanelProps = {
  record: SlateRecordAnswer;
  title: string;
  /** Stands at the right of the note. */
  link?: ReactNode;
  children?: ReactNode;
};

/** One slate's record: four figures, a line a sport, the calibration plot, what it can and cannot say. */
export const RecordPanel = ({ record, title, link, children }: RecordPanelProps) => {
  const { total, slate, combinations } = record;
  const plotted = calibrationPoints(total.bands);
  return (
    <Panel title={title} meta={<SlateTag slate={slate} />} ticks>
      <Stats total={total} />
      <Halves>
        <SportTable combinations={combinations} />
        <Calibration
          points={plotted}
          label={texts.chartLabel(
            total.n.toLocaleString("en-US"),
            points(calibrationError(total.bands) ?? 0),
          )}
        />
      </Halves>
      {children}
      <PanelFooter
        display="flex"
        flexWrap="wrap"
        justifyContent="space-between"
        alignItems="center"
        gap={3}
      >
        <chakra.p maxWidth="72ch">{noteOf(slate)}</chakra.p>
        {link}
      </PanelFooter>
    </Panel>
  );
};
