import { chakra } from "@chakra-ui/react/styled-system";
import type {
  BackTestAnswer,
  ModelPerformanceResponse,
} from "@orbline/proto/http/prediction/track-record";
import { useState } from "react";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { Disclosure } from "#/components/ui/disclosure.tsx";
import { Panel, PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { Select } from "#/components/form/select.tsx";
import { count, percent } from "#/lib/format.ts";
import { calibrationPoints } from "#/shared/performance.ts";
import { Calibration, CalibrationTable } from "./calibration.tsx";
import { FoldOnPhones } from "./fold-on-phones.tsx";
import { points } from "./stats.tsx";
import { score } from "./tables.tsx";
import { messages } from "./messages.ts";
import { sportNames } from "#/shared/messages.ts";

const year = (date: string) => date.slice(0, 4);

const columns: Column<BackTestAnswer>[] = [
  { name: messages.sport, cell: ({ sport }) => sportNames[sport] },
  { name: messages.span, numeric: true, cell: ({ from, to }) => `${year(from)}–${year(to)}` },
  { name: messages.games, numeric: true, cell: ({ model }) => count(model.n) },
  {
    name: `${messages.logLoss}, ${messages.model.toLowerCase()}`,
    numeric: true,
    cell: ({ model, priced }) => score((priced?.model ?? model).logLoss),
  },
  {
    name: messages.marketShort,
    numeric: true,
    cell: ({ priced }) => score(priced?.market.logLoss),
  },
  { name: messages.blend, numeric: true, cell: ({ priced }) => score(priced?.blend.logLoss) },
  { name: messages.brier, numeric: true, cell: ({ model }) => score(model.brier) },
  { name: messages.accuracy, numeric: true, cell: ({ model }) => percent(model.accuracy) },
  { name: messages.slope, numeric: true, cell: ({ model }) => model.slope.toFixed(2) },
  {
    name: messages.calibrationShort,
    numeric: true,
    cell: ({ model }) => points(model.calibrationError),
  },
];

/** How the models did on past games that they were not fitted on, apart from any record. */
export function BackTest({ backTest }: { backTest: ModelPerformanceResponse["backTest"] }) {
  const [chosen, setChosen] = useState<string>();
  const shown = backTest.sports.find(({ sport }) => sport === chosen) ?? backTest.sports[0];
  if (shown === undefined) return null;
  const plotted = calibrationPoints(shown.bands);
  const sport = sportNames[shown.sport];
  return (
    <Panel title={backTest.label}>
      <PanelBody color="fg.muted">
        <chakra.p maxWidth="72ch">{messages.backTestLead}</chakra.p>
      </PanelBody>
      <Halves>
        <div>
          <chakra.div px={{ base: 4, md: 5 }} pt={5}>
            <Select
              width="160px"
              aria-label={messages.chooseSport}
              value={shown.sport}
              onChange={(event) => setChosen(event.target.value)}
            >
              {backTest.sports.map(({ sport: name }) => (
                <option key={name} value={name}>
                  {sportNames[name]}
                </option>
              ))}
            </Select>
          </chakra.div>
          <Calibration
            points={plotted}
            label={messages.backTestLabel(sport, count(shown.model.n))}
          />
        </div>
        <FoldOnPhones label={messages.asTable}>
          <CalibrationTable points={plotted} />
        </FoldOnPhones>
      </Halves>
      <Disclosure label={messages.allSports(backTest.sports.length)}>
        <DataTable
          cardsOn="tablets"
          caption={backTest.label}
          columns={columns}
          rows={backTest.sports}
          keyOf={(line) => line.sport}
        />
        <PanelFooter>{messages.backTestNote}</PanelFooter>
      </Disclosure>
    </Panel>
  );
}

const Halves = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: {
      base: "minmax(0, 1fr)",
      md: "minmax(0, 4fr) minmax(0, 5fr)",
      lg: "400px minmax(0, 1fr)",
    },
    alignItems: "start",
    borderTopWidth: "1px",
    borderColor: "line.subtle",
  },
});
