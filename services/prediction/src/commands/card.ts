import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readArtefact, type Artefact } from "../engine/serving/artefact.ts";
import { sports, type Band } from "../engine/types.ts";
import { pricedCalibration } from "./card-calibration.ts";
import { four, names, table, two, withError } from "./card-figures.ts";
import { features, limits, opening, tried } from "./card-text.ts";
import { validationTable } from "./card-validation.ts";
import { readValidations } from "./check.ts";
import { readOptions, required } from "./options.ts";
import { processConsole, runCommand, type Console } from "./run-command.ts";

const spans = (artefacts: readonly Artefact[]): string =>
  `## Data span\n\n${table(
    ["sport", "games", "from", "to", "back-test from", "version"],
    artefacts.map(({ version, model: { sport, span, backTest } }) => [
      names[sport],
      String(span.games),
      span.from,
      span.to,
      backTest.span.from,
      version,
    ]),
  )}\n`;

const backTests = (artefacts: readonly Artefact[]): string =>
  `## Back-test behind the served numbers

The later part of each history, predicted by numbers tuned on the earlier part; it gives the blend, the ranges and the
bands that are served. The served numbers are then tuned again on the whole history. The blend of this table is fitted
season by season on the seasons before; only where that helped can a blend be served at all.

${table(
  [
    "sport",
    "n",
    "log loss",
    "Brier",
    "accuracy",
    "slope",
    "intercept",
    "ECE",
    "home ECE",
    "blend − market",
    "served weights",
    "range (logit)",
    "spread sd / weight",
  ],
  artefacts.map(({ model: { sport, backTest, blend, logitRange, spread } }) => [
    names[sport],
    String(backTest.model.n),
    four(backTest.model.logLoss),
    four(backTest.model.brier),
    two(backTest.model.accuracy),
    two(backTest.model.slope),
    two(backTest.model.intercept),
    four(backTest.model.calibration.error),
    four(backTest.model.homeCalibration.error),
    withError(backTest.blendAgainstMarket),
    `${two(blend.market)} / ${two(blend.model)}`,
    `± ${two(logitRange)}`,
    spread === null ? "–" : `${two(spread.sd)} / ${two(spread.weight)}`,
  ]),
)}

Market and blend on the games that have a price:

${pricedCalibration(artefacts.map(({ model: { sport, backTest } }) => ({ sport, ...backTest })))}
`;

const bandCell = (band: Band | undefined): string =>
  band === undefined || band.n === 0
    ? "–"
    : `${Math.round((100 * band.won) / band.n)} % of ${band.n}`;

const reliability = (artefacts: readonly Artefact[]): string => {
  const bands = artefacts[0]?.model.backTest.bands ?? [];
  return `## Reliability

Share that happened of all back-test outcomes given a probability in the band (both sides of a game, and draws).

${table(
  ["given", ...artefacts.map(({ model }) => names[model.sport])],
  bands.map(({ from, to }, i) => [
    `${Math.round(from * 100)}–${Math.round(to * 100)} %`,
    ...artefacts.map(({ model }) => bandCell(model.backTest.bands[i])),
  ]),
)}
`;
};

/** `model:card`: writes the model card from the artefacts and the validation figures of a folder. */
export const cardCommand = (argv: readonly string[], io: Console): void => {
  const folder = required(readOptions(argv, ["models"]).models, "models");
  const artefacts = sports.map((sport) =>
    readArtefact(JSON.parse(readFileSync(join(folder, `${sport}.json`), "utf8"))),
  );
  const validations = readValidations(join(folder, "validation.json"));
  const file = join(folder, "README.md");
  const parts = [
    opening,
    spans(artefacts),
    features,
    validationTable(validations),
    backTests(artefacts),
    reliability(artefacts),
    tried,
    limits,
  ];
  writeFileSync(file, parts.join("\n"));
  io.out(`wrote ${file}`);
};

if (import.meta.main) {
  process.exitCode = runCommand(cardCommand, process.argv.slice(2), processConsole);
}
