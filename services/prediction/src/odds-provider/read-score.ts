import type { LiveGame } from "../domain/live-game.ts";
import type { GameResult } from "../domain/slate.ts";
import type { Feed } from "./feeds.ts";
import type { ProviderScore } from "./provider-schemas.ts";
import { readGame, type FindSide } from "./read-game.ts";

const pointsOf = (text: string | null | undefined): number | undefined =>
  text && /^\d{1,3}$/.test(text.trim()) ? Number(text) : undefined;

/** The result of a finished event; undefined while it is open or its score cannot be told. */
const resultOf = (event: ProviderScore, { sport }: Feed): GameResult | undefined => {
  if (!event.completed || event.scores?.length !== 2) return undefined;
  const { scores } = event;
  const scoreOf = (side: string) => pointsOf(scores.find(({ name }) => name === side)?.score);
  const home = scoreOf(event.home_team);
  const away = scoreOf(event.away_team);
  if (home === undefined || away === undefined) return undefined;
  if (sport !== "ufc") return { kind: "score", home, away };
  // A bout has a winner and no score; equal figures do not tell a draw from a result not yet entered.
  if (home === away) return undefined;
  return { kind: "winner", winner: home > away ? "home" : "away" };
};

/** A finished event as a game with its result; undefined while it is open or a name is not known. */
export const readScore = (
  event: ProviderScore,
  feed: Feed,
  find: FindSide,
): LiveGame | undefined => {
  const game = readGame(event, feed, find);
  const result = game && resultOf(event, feed);
  return result && { ...game, result };
};
