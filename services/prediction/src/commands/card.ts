import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Band } from "../domain/prediction.ts";
import { sports, type Sport } from "../domain/sport.ts";
import type { Artifact, Metrics } from "../engine/model.ts";
import { readArtifact } from "../engine/serving/artifact.ts";
import { runMain, type Command } from "./command.ts";
import {
  chanceCell,
  difference,
  four,
  markdown,
  names,
  newestColumns,
  pricedColumns,
  table,
  two,
  validationColumns,
  type Columns,
} from "./report.ts";
import { type PickFigures, pickColumns, slopeColumns } from "./picks/calibration.ts";
import { largestError, readValidations } from "./validation.ts";

/** The scores of a sport: the model, and market and blend where there are prices. */
type Scored = {
  sport: Sport;
  model: Metrics;
  priced: { market: Metrics; blend: Metrics } | null;
};

const spanColumns: Columns<Artifact> = {
  sport: ({ model }) => names[model.sport],
  games: ({ model }) => String(model.span.games),
  from: ({ model }) => model.span.from,
  to: ({ model }) => model.span.to,
  "back-test from": ({ model }) => model.backTest.span.from,
  version: ({ version }) => version,
};

const calibrationColumns: Columns<Scored> = {
  sport: ({ sport }) => names[sport],
  "ECE market": ({ priced }) => four(priced?.market.calibration.error),
  "ECE blend": ({ priced }) => four(priced?.blend.calibration.error),
  chance: ({ priced }) => chanceCell(priced?.blend.calibration),
  "home ECE market": ({ priced }) => four(priced?.market.homeCalibration.error),
  "home ECE blend": ({ priced }) => four(priced?.blend.homeCalibration.error),
  "home chance": ({ priced }) => chanceCell(priced?.blend.homeCalibration),
};

const backTestColumns: Columns<Artifact> = {
  sport: ({ model }) => names[model.sport],
  n: ({ model: { backTest } }) => String(backTest.model.n),
  "log loss": ({ model: { backTest } }) => four(backTest.model.logLoss),
  Brier: ({ model: { backTest } }) => four(backTest.model.brier),
  accuracy: ({ model: { backTest } }) => two(backTest.model.accuracy),
  slope: ({ model: { backTest } }) => two(backTest.model.slope),
  intercept: ({ model: { backTest } }) => two(backTest.model.intercept),
  ECE: ({ model: { backTest } }) => four(backTest.model.calibration.error),
  "home ECE": ({ model: { backTest } }) => four(backTest.model.homeCalibration.error),
  "blend − market": ({ model: { backTest } }) => difference(backTest.blendAgainstMarket),
  "served weights": ({ model: { blend } }) => `${two(blend.market)} / ${two(blend.model)}`,
  "range (logit)": ({ model: { logitRange } }) => `± ${two(logitRange)}`,
  "spread sd / weight": ({ model: { spread } }) =>
    spread ? `${two(spread.sd)} / ${two(spread.weight)}` : "–",
};

/** `model:card`: fills `models/card.template.md` with the artifacts and validations of a folder. */
export const cardCommand: Command<"models", never> = {
  required: ["models"],
  optional: [],
  run({ models }, io) {
    const artifacts = sports.map((sport) =>
      readArtifact(JSON.parse(readFileSync(join(models, `${sport}.json`), "utf8"))),
    );
    const validations = readValidations(join(models, "validation.json"));
    const backTests = artifacts.map(({ model: { sport, backTest } }) => ({ sport, ...backTest }));
    const parts: Record<string, string> = {
      spans: table(spanColumns, artifacts),
      validation: table(validationColumns, validations),
      "validation priced": table(pricedColumns, validations),
      "validation calibration": table(calibrationColumns, validations),
      "validation beyond": beyond(validations),
      newest: table(newestColumns, validations),
      "back-test": table(backTestColumns, artifacts),
      "back-test calibration": table(calibrationColumns, backTests),
      "back-test beyond": beyond(backTests),
      reliability: reliability(artifacts),
      ...pickTables(join(models, "picks.json")),
    };
    const template = readFileSync(
      new URL("../../models/card.template.md", import.meta.url),
      "utf8",
    );
    const card = template.replaceAll(/\{\{(.*?)\}\}/g, (_mark, name: string) => {
      const part = parts[name];
      if (part === undefined) throw new Error(`the card's template has an unknown mark: ${name}`);
      return part;
    });
    const file = join(models, "README.md");
    writeFileSync(file, card);
    io.out(`wrote ${file}`);
  },
};

/** The tables of `model:picks`. */
function pickTables(file: string): Record<"picks" | "pick slopes", string> {
  const { rows, slopes } = JSON.parse(readFileSync(file, "utf8")) as PickFigures;
  return { picks: table(pickColumns, rows), "pick slopes": table(slopeColumns, slopes) };
}

/** Share of outcomes that happened in each band of predicted probabilities, one column per sport. */
function reliability(artifacts: readonly Artifact[]): string {
  const bands = artifacts[0]?.model.backTest.bands ?? [];
  const header = ["predicted", ...artifacts.map(({ model }) => names[model.sport])];
  const rows = bands.map(({ from, to }, i) => [
    `${Math.round(from * 100)}–${Math.round(to * 100)} %`,
    ...artifacts.map(({ model }) => bandCell(model.backTest.bands[i])),
  ]);
  return markdown([header, header.map(() => "---"), ...rows]);
}

const bandCell = (band: Band | undefined): string =>
  !band || band.n === 0 ? "–" : `${Math.round((100 * band.won) / band.n)} % of ${band.n}`;

/** The calibration errors above the largest acceptable one. */
function beyond(found: readonly Scored[]): string {
  const list = (counted: "calibration" | "homeCalibration"): string =>
    found
      .flatMap(({ sport, model, priced }) => {
        const scored = { model, market: priced?.market, blend: priced?.blend };
        return Object.entries(scored).flatMap(([name, metrics]) =>
          metrics && metrics[counted].error > largestError
            ? [`${names[sport]} ${name} ${four(metrics[counted].error)}`]
            : [],
        );
      })
      .join(", ") || "none";
  return `Above two points (${four(largestError)}) are, over all outcomes: ${list("calibration")}; over home wins alone:
${list("homeCalibration")}.`;
}

if (import.meta.main) runMain(cardCommand);
