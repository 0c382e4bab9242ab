import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readArtefact, type Artefact } from "../model/artefact.ts";
import type { Comparison } from "../model/metrics.ts";
import type { Metrics } from "../model/metrics.ts";
import { sports, type Band, type Sport } from "../model/types.ts";
import { features, limits, opening, tried } from "./card-text.ts";
import { readValidations } from "./check.ts";
import { readOptions, required } from "./options.ts";
import { processConsole, runCommand, type Console } from "./run-command.ts";
import type { Validation } from "./validation.ts";

const names: Record<Sport, string> = {
  soccer: "soccer (3-way)",
  nba: "NBA",
  mlb: "MLB",
  nhl: "NHL",
  ufc: "UFC",
  nfl: "NFL",
  cfb: "CFB",
};

const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const four = (x: number | undefined): string => (x === undefined ? "–" : x.toFixed(4));
const two = (x: number): string => x.toFixed(2);

const withError = (comparison: Comparison | null | undefined): string => {
  if (!comparison) return "–";
  const { difference, standardError } = comparison;
  if (difference === 0 && standardError === 0) return "0 (market leads)";
  return `${difference > 0 ? "+" : ""}${four(difference)} ± ${four(standardError)}`;
};

const chance = ({ chanceError, chanceCeiling }: Metrics): string =>
  `${four(chanceError)} / ${four(chanceCeiling)}`;

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

const validationTable = (found: readonly Validation[]): string =>
  `## Validation: later seasons, fitted on earlier ones only

Fitted on the games before each window, then walked through it: predict, then learn. "Reference Elo" is the score of a
plain tuned Elo from earlier experiments, "own Elo" is the plain Elo of this code. "Results only" is the same fit where
no past game has a price, which is what a feed without prices gets. "ECE" is the expected calibration error over ten
bands of equal width, of the home side's chances where there is no draw. "Chance" is what chance alone gives perfectly
calibrated predictions of this number: on average, and what one set in twenty exceeds. "Both" counts both sides of a
game, as the reliability table does.

${table(
  [
    "sport",
    "window",
    "n",
    "reference Elo",
    "own Elo",
    "results only",
    "target",
    "model",
    "model − own Elo",
    "slope",
    "ECE",
    "chance",
    "both",
  ],
  found.map((v) => [
    names[v.sport],
    `${v.test.from} – ${v.test.to}`,
    String(v.model.n),
    four(v.reference),
    four(v.elo.logLoss),
    four(v.resultsOnly.logLoss),
    four(v.target),
    `**${four(v.model.logLoss)}**`,
    withError(v.modelAgainstElo),
    two(v.model.slope),
    four(v.model.calibrationError),
    chance(v.model),
    four(v.model.sidesError),
  ]),
)}

On the games of the window that have a price:

${table(
  [
    "sport",
    "n",
    "model",
    "market",
    "blend",
    "model − market",
    "blend − market",
    "weights market / model",
    "ECE market",
    "ECE blend",
    "chance",
    "both",
  ],
  found.map(({ sport, priced, blend }) => [
    names[sport],
    String(priced?.market.n ?? 0),
    four(priced?.model.logLoss),
    four(priced?.market.logLoss),
    four(priced?.blend.logLoss),
    withError(priced?.modelAgainstMarket),
    withError(priced?.blendAgainstMarket),
    `${two(blend.market)} / ${two(blend.model)}`,
    four(priced?.market.calibrationError),
    four(priced?.blend.calibrationError),
    priced ? chance(priced.blend) : "–",
    four(priced?.blend.sidesError),
  ]),
)}
`;

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
    four(backTest.model.calibrationError),
    withError(backTest.blendAgainstMarket),
    `${two(blend.market)} / ${two(blend.model)}`,
    `± ${two(logitRange)}`,
    spread === null ? "–" : `${two(spread.sd)} / ${two(spread.weight)}`,
  ]),
)}
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
