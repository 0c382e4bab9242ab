import type { Wager } from "../domain/prediction.ts";
import { priceVerdict } from "@orbline/proto/constants/predictions";
import { americanToDecimal } from "../domain/odds.ts";
import type {
  BestPrices,
  BetPrices,
  CheckedBet,
  GameEstimates,
  Refusal,
  SideEstimate,
} from "../domain/price-check.ts";
import type { Slate, SlateGame } from "../domain/slate.ts";
import { hasDraw, sports, type Sport } from "../domain/sport.ts";
import { likelyRange, type ModelState } from "../engine/serving/predict.ts";
import type { Slates } from "../use-cases/ports.ts";
import { moneylineMarket, spreadLines, spreadMarket } from "./books.ts";
import { bestOf, moneylineOf, moneylineQuotes, type Outcome, spreadOf } from "./candidates.ts";
import { betOnOf } from "./explain/leg.ts";
import { betTypeOf } from "./to-pick.ts";

type BetPricesDeps = {
  slates: Pick<Slates, "current">;
  /** Ratings as of the slate's own day. */
  ratings: (sport: Sport) => ModelState;
};

/** Prices any bet on a game of the current slates. */
export function betPrices({ slates, ratings }: BetPricesDeps): BetPrices {
  const gamesOf = new WeakMap<Slate, Map<string, SlateGame>>();

  function findGame(id: string): SlateGame | undefined {
    for (const sport of sports) {
      const slate = slates.current(sport);
      const games = gamesOf.get(slate) ?? new Map(slate.games.map((game) => [game.id, game]));
      gamesOf.set(slate, games);
      const found = games.get(id);
      if (found) return found;
    }
    return undefined;
  }

  return {
    bestPrices,
    estimatesOf: (game) => estimatesOf(ratings(game.sport), game),
    priceOf: (bet) => {
      const game = findGame(bet.gameId);
      if (!game) return refused("gameId", "This game has started, or we have no prices for it.");
      const state = ratings(game.sport);
      const found = outcomeOf(state, game, bet);
      if ("field" in found) return refused(found.field, found.message);
      const { wager, outcome } = found;
      const { low: from, high: to } = likelyRange(state, outcome.probability);
      return {
        kind: "priced",
        bet: {
          gameId: game.id,
          sport: game.sport,
          game: `${game.home} vs ${game.away}`,
          betOn: betOnOf({ game }, wager),
          betType: betTypeOf(wager),
          startsAt: game.startsAt,
          probability: outcome.probability,
          range: { from, to },
          modelProbability: game.marketOnly ? undefined : outcome.modelProbability,
          marketProbability: outcome.marketProbability,
          books: outcome.quotes.length,
          best: bestOf(outcome.quotes, outcome.marketProbability),
        },
      };
    },
  };
}

/** The best price of each outcome of a game, without the ratings. */
function bestPrices(game: SlateGame): BestPrices {
  const moneyline = moneylineMarket(game, hasDraw(game.sport));
  const spread = spreadMarket(game);
  const bestMoneyline = (side: "home" | "draw" | "away") =>
    moneyline && bestOf(moneylineQuotes(moneyline.books, side), moneyline.market[side] ?? 1);
  return {
    moneyline: moneyline && {
      home: bestMoneyline("home"),
      draw: hasDraw(game.sport) ? bestMoneyline("draw") : undefined,
      away: bestMoneyline("away"),
    },
    spread: spread && {
      line: spread.line,
      home: bestOf(quotesOf(spread.books, "home"), spread.cover),
      away: bestOf(quotesOf(spread.books, "away"), 1 - spread.cover),
    },
  };
}

const quotesOf = (
  books: readonly { book: string; home: number; away: number }[],
  side: "home" | "away",
) => books.map((quote) => ({ book: quote.book, odds: quote[side] }));

function estimatesOf(state: ModelState, game: SlateGame): GameEstimates | undefined {
  const outcomes = moneylineOf(state, game)?.outcomes;
  const estimate = (wanted: Outcome["side"]) => {
    const outcome = outcomes?.find(({ side }) => side === wanted);
    return outcome && sideEstimate(state, outcome);
  };
  const [home, draw, away] = [estimate("home"), estimate("draw"), estimate("away")];
  return home && away && { home, draw, away };
}

function sideEstimate(state: ModelState, outcome: Outcome): SideEstimate {
  const best = bestOf(outcome.quotes, outcome.marketProbability);
  const { low: from, high: to } = likelyRange(state, outcome.probability);
  const goodPrice =
    best !== undefined && priceVerdict(1 / americanToDecimal(best.odds), { from, to }) === "good";
  return { probability: outcome.probability, goodPrice };
}

const refused = (field: Refusal["field"], message: string) =>
  ({ kind: "refused", field, message }) as const;

/** The outcome that a bet backs, or why there is none. */
function outcomeOf(
  state: ModelState,
  game: SlateGame,
  bet: CheckedBet,
): { wager: Wager; outcome: Outcome } | Refusal {
  const name = `${game.home} vs ${game.away}`;
  if (bet.market === "moneyline") {
    const { side } = bet;
    const outcomes = moneylineOf(state, game)?.outcomes;
    const outcome = outcomes?.find((one) => one.side === side);
    if (outcome) return { wager: { market: "moneyline", side }, outcome };
    return outcomes
      ? { field: "side", message: `${name} has no draw to bet on. Choose one of the teams.` }
      : { field: "market", message: `No book has a moneyline for ${name}.` };
  }
  const lines = spreadLines(game);
  if (!state.model.spread || lines.length === 0)
    return { field: "market", message: `No book has a spread for ${name}.` };
  const { side } = bet;
  const spread = spreadOf(state, game, bet.line);
  const outcome = spread?.outcomes.find((one) => one.side === side);
  if (spread && outcome) return { wager: { market: "spread", side, line: spread.line }, outcome };
  const known = lines.map((line) => (line > 0 ? `+${line}` : `${line}`)).join(", ");
  return {
    field: "line",
    message: `No book has this line for ${game.home}. The books have ${known}.`,
  };
}
