import { userOf } from "@orbline/kit/http/app";
import { parseQuery } from "@orbline/kit/http/parse";
import { sendJsonText } from "@orbline/kit/http/json";
import { slateQuerySchema, type SlateResponse } from "@orbline/proto/http/slate";
import type { Router } from "express";
import type { Slate, SlateGame } from "../domain/slate.ts";
import type { Sport } from "../domain/sport.ts";

type Consensus = SlateResponse["games"][number]["consensus"];

type Deps = {
  currentSlate: (sport: Sport) => Slate;
  /** The slate's time. */
  now: () => Date;
  consensusOf: (game: SlateGame) => Consensus;
};

const rounded = (p: number) => Math.round(p * 1e4) / 1e4;

const shown = (consensus: Consensus): Consensus =>
  consensus && {
    home: rounded(consensus.home),
    draw: consensus.draw === null ? null : rounded(consensus.draw),
    away: rounded(consensus.away),
  };

/** The games as text, written once per slate. */
const gamesText = ({ consensusOf }: Deps) => {
  const written = new WeakMap<Slate, string>();
  return (slate: Slate): string => {
    const known = written.get(slate);
    if (known !== undefined) return known;
    const games: SlateResponse["games"] = slate.games.map((game) => ({
      id: game.id,
      home: game.home,
      away: game.away,
      startsAt: game.startsAt.toISOString(),
      books: game.books.length,
      consensus: shown(consensusOf(game)),
    }));
    const text = JSON.stringify(games);
    written.set(slate, text);
    return text;
  };
};

/** The games that can be picked now, with how old their prices are. */
export const slateRoute =
  (deps: Deps) =>
  (router: Router): void => {
    const games = gamesText(deps);
    router.get("/api/slate", (request, response) => {
      userOf(response);
      const { sport } = parseQuery(slateQuerySchema, request);
      const slate = deps.currentSlate(sport);
      const { kind, label, pricedAt } = slate;
      const head: Omit<SlateResponse, "games"> = {
        sport,
        slate: { kind, label, pricedAt: pricedAt.toISOString() },
        ageSeconds: Math.max(0, Math.floor((deps.now().getTime() - pricedAt.getTime()) / 1_000)),
      };
      sendJsonText(response, `${JSON.stringify(head).slice(0, -1)},"games":${games(slate)}}`);
    });
  };
