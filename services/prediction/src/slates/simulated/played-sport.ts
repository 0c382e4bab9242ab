import { teams, type ModelState } from "../../engine/serving/predict.ts";
import { pairingsOn } from "./season.ts";
import { activeSides, type Side } from "./teams.ts";
import { expectPairing, type PlayedSport } from "./game.ts";
import { fitHidden } from "./truth.ts";
import { addDays } from "../../domain/dates.ts";

/** Enough games to fit the hidden truth on, of two months that depend on no seed and not on today's date. */
const typicalGames = 120;
const typical = { seed: "typical", from: "2027-01-04", days: 56 };

const played = new WeakMap<ModelState, PlayedSport & { sides: Side[] }>();

const fit = (state: ModelState): PlayedSport & { sides: Side[] } => {
  const { sport } = state.model;
  const sides = activeSides(sport, teams(state));
  const pairings = Array.from({ length: typical.days }, (_, day) => {
    const date = addDays(typical.from, day);
    return pairingsOn(typical.seed, sport, date, sides).map((pairing) => ({ date, pairing }));
  }).flat();
  const every = Math.max(1, Math.floor(pairings.length / typicalGames));
  const games = pairings
    .filter((_, index) => index % every === 0)
    .map(({ date, pairing }) => expectPairing(state, date, pairing));
  return { state, sides, hidden: fitHidden(state, games) };
};

/**
 * A sport of the simulated season: who plays, and the hidden truth as fitted to the model's own back-test.
 * Fitted once for each model.
 */
export const playedSport = (state: ModelState): PlayedSport & { sides: Side[] } => {
  let found = played.get(state);
  if (!found) {
    found = fit(state);
    played.set(state, found);
  }
  return found;
};
