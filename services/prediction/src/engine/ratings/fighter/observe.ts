import { expected, observe, type Belief } from "../estimate.ts";
import { newCareer, recordBout, yearsSince, type Career } from "./record.ts";
import type { PlayedMatch } from "../../features/match.ts";
import { logistic, type Params, type Ratings } from "../rating.ts";

/** Elo points of one unit of logit. */
export const eloUnit = 173.7;

const sizeOf = ({ margin }: PlayedMatch, { finish = 0.5 }: Params): number =>
  Math.abs(margin) > 1 ? 1 + finish : 1;

/** Elo with larger steps for finishes and for fighters of few bouts. */
const eloAfter = (
  home: Career,
  away: Career,
  played: PlayedMatch,
  params: Params,
): [number, number] => {
  const { k = 45, early = 4 } = params;
  const surprise = (played.score ?? 0) - logistic((home.elo - away.elo) / eloUnit);
  const step = ({ bouts }: Career): number =>
    k * (1 + early / (1 + bouts)) * surprise * sizeOf(played, params);
  return [home.elo + step(home), away.elo - step(away)];
};

/** A fighter's strength in logits as it enters a bout: less certain the longer ago the last one was. */
const leanBefore = (sign: 1 | -1, career: Career, day: number, params: Params): Belief => {
  const { boutNoise = 0.1, yearNoise = 0.1 } = params;
  const added = boutNoise + yearNoise * yearsSince(career, day);
  return { sign, mean: career.lean, variance: career.leanVariance + added };
};

/** Learns first the closing price, where it is known, then how the result differed from it. */
const leanAfter = (
  beliefs: readonly Belief[],
  played: PlayedMatch,
  params: Params,
): readonly Belief[] => {
  const { priceNoise = 0.2, resultNoise = 1.2, resultStep = 3 } = params;
  const { lean, score } = played;
  const priced = lean === null ? beliefs : observe(beliefs, lean - expected(beliefs), priceNoise);
  const surprise = (score ?? 0) - logistic(expected(priced));
  return observe(priced, surprise * sizeOf(played, params) * resultStep, resultNoise);
};

/** Both careers with the ratings that a result and its closing price leave them with. */
const rated = (
  home: Career,
  away: Career,
  played: PlayedMatch,
  params: Params,
): [Career, Career] => {
  if (played.score === null) return [home, away];
  const [homeElo, awayElo] = eloAfter(home, away, played, params);
  const before = [
    leanBefore(1, home, played.day, params),
    leanBefore(-1, away, played.day, params),
  ];
  const [atHome, atAway] = leanAfter(before, played, params);
  const priced = played.lean === null ? 0 : 1;
  const next = (career: Career, elo: number, belief: Belief | undefined): Career => ({
    ...career,
    elo,
    lean: belief?.mean ?? career.lean,
    leanVariance: belief?.variance ?? career.leanVariance,
    priced: career.priced + priced,
  });
  return [next(home, homeElo, atHome), next(away, awayElo, atAway)];
};

/** Writes a finished bout into both careers. */
export const learnBout = (ratings: Ratings, played: PlayedMatch, params: Params): void => {
  const { score, knockout, day, bout } = played;
  const before = (name: string): Career => ratings.careers.get(name) ?? newCareer(params);
  const [home, away] = rated(before(played.home), before(played.away), played, params);
  const { homeAge: age, homeReach: reach } = bout;
  ratings.careers.set(played.home, recordBout(home, day, { share: score, knockout, age, reach }));
  const share = score === null ? null : 1 - score;
  const told = { age: bout.awayAge, reach: bout.awayReach };
  ratings.careers.set(played.away, recordBout(away, day, { share, knockout, ...told }));
};
