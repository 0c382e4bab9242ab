import { logistic, logit } from "../../domain/math.ts";
import { riskLevels, type RiskLevel } from "../../domain/risk.ts";
import { names, type Columns } from "../report.ts";
import { keyOf, type PastPick } from "./distinct-picks.ts";

/** How often the picks of a part were estimated to win, and how often they won. */
export type PickRow = {
  source: string;
  risk: RiskLevel;
  /** "all", a sport, or a band of the estimate. */
  part: string;
  n: number;
  estimated: number;
  won: number;
  /** Of the difference between both, with the picks of one slate as one observation, because they share legs. */
  standardError: number;
};

/** Slope from the logit of the estimate of distinct moneyline legs to how often they won; 1 needs no correction. */
export type SlopeRow = {
  part: "earlier half" | "later half";
  legs: number;
  slope: number;
  standardError: number;
};

/** What `model:picks` keeps for the model card. */
export type PickFigures = { rows: PickRow[]; slopes: SlopeRow[] };

/** Bounds of the bands of each risk level. */
const bandsOf: Record<RiskLevel, readonly number[]> = {
  moderate: [0.2, 0.3, 0.4, 0.5, 0.65],
  aggressive: [0.12, 0.2, 0.25, 0.3, 0.4],
  insane: [0.025, 0.05, 0.075, 0.1, 0.16],
};

export type Tally = {
  source: string;
  add: (picks: Iterable<PastPick>) => void;
  rows: () => PickRow[];
  slopes: () => SlopeRow[];
};

type Sums = { n: number; estimated: number; won: number; slates: Map<string, number> };
type Leg = { x: number; won: boolean };

/** Counts picks by risk level, sport and band. The halves of the slopes are those of each added sequence in order. */
export function createTally(source: string): Tally {
  const sums = new Map<string, Sums>();
  const halves: Record<SlopeRow["part"], Map<string, Leg>> = {
    "earlier half": new Map(),
    "later half": new Map(),
  };
  return {
    source,
    add: (picks) => {
      const legs = new Map<string, Leg>();
      for (const pick of picks) {
        for (const part of partsOf(pick)) count(sums, `${pick.risk} ${part}`, pick);
        for (const leg of pick.legs)
          if (leg.wager.market === "moneyline")
            legs.set(keyOf(leg), { x: logit(leg.probability), won: leg.outcome === "won" });
      }
      [...legs].forEach(([key, leg], index) => {
        const half = index < legs.size / 2 ? "earlier half" : "later half";
        halves[half].set(key, leg);
      });
    },
    rows: () =>
      riskLevels.flatMap((risk) =>
        ["all", ...Object.values(names), ...bandNames(risk)].flatMap((part) => {
          const found = sums.get(`${risk} ${part}`);
          return found ? [rowOf(source, risk, part, found)] : [];
        }),
      ),
    slopes: () =>
      (["earlier half", "later half"] as const).map((part) => ({
        part,
        ...fitSlope([...halves[part].values()]),
      })),
  };
}

function count(sums: Map<string, Sums>, key: string, { sport, slate, probability, won }: PastPick) {
  const of = sums.get(key) ?? { n: 0, estimated: 0, won: 0, slates: new Map() };
  const surprise = (won ? 1 : 0) - probability;
  of.n += 1;
  of.estimated += probability;
  of.won += won ? 1 : 0;
  of.slates.set(`${sport} ${slate}`, (of.slates.get(`${sport} ${slate}`) ?? 0) + surprise);
  sums.set(key, of);
}

const partsOf = ({ sport, risk, probability }: PastPick): string[] => {
  const bounds = bandsOf[risk];
  const at = bounds.findIndex((from, index) => {
    const to = bounds[index + 1];
    return to !== undefined && probability >= from && probability < to;
  });
  return ["all", names[sport], ...(at < 0 ? [] : [bandNames(risk)[at] ?? ""])];
};

const bandNames = (risk: RiskLevel): string[] =>
  bandsOf[risk]
    .slice(0, -1)
    .map((from, index) => `${percent(from)}–${percent(bandsOf[risk][index + 1] ?? 1)} %`);

const percent = (share: number): string => String(Number((share * 100).toFixed(1)));

function rowOf(source: string, risk: RiskLevel, part: string, sums: Sums): PickRow {
  const { n, estimated, won, slates } = sums;
  const squares = [...slates.values()].reduce((sum, one) => sum + one ** 2, 0);
  const standardError = Math.sqrt(squares) / n;
  return { source, risk, part, n, estimated: estimated / n, won: won / n, standardError };
}

/** Logistic regression through the origin, by Newton's method. */
function fitSlope(legs: readonly Leg[]): Omit<SlopeRow, "part"> {
  let slope = 1;
  let information = 0;
  for (let step = 0; step < 20; step += 1) {
    let gradient = 0;
    information = 0;
    for (const { x, won } of legs) {
      const p = logistic(slope * x);
      gradient += ((won ? 1 : 0) - p) * x;
      information += p * (1 - p) * x ** 2;
    }
    if (information === 0) break;
    slope += gradient / information;
  }
  return { legs: legs.length, slope, standardError: 1 / Math.sqrt(information) };
}

const points = (share: number) => (share * 100).toFixed(2);

export const pickColumns: Columns<PickRow> = {
  picks: ({ source, risk }) => `${risk}, ${source}`,
  of: ({ part }) => part,
  n: ({ n }) => String(n),
  "estimated %": ({ estimated }) => points(estimated),
  "won %": ({ won }) => points(won),
  difference: ({ estimated, won, standardError }) =>
    `${won >= estimated ? "+" : "−"}${points(Math.abs(won - estimated))} ± ${points(standardError)}`,
};

export const slopeColumns: Columns<SlopeRow> = {
  "distinct legs": ({ part }) => part,
  n: ({ legs }) => String(legs),
  slope: ({ slope, standardError }) => `${slope.toFixed(3)} ± ${standardError.toFixed(3)}`,
};
