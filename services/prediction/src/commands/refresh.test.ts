import { expect, it } from "vitest";
import { miniature, quick } from "../engine/testing/miniature.ts";
import type { PricedGame } from "../engine/types.ts";
import { refreshSport } from "./refresh.ts";
import { trainSport } from "./train.ts";

// Six seasons of 80 games. The last two are the newest season, because one has too few games.
const games = miniature("nfl", 480);
const newest = 320;
const old = trainSport("nfl", games.slice(0, newest), quick);

it("replaces a model by one that has seen the newest season", () => {
  const { artifact, lines } = refreshSport(old, games, quick);
  expect(artifact).toMatchObject({ model: { sport: "nfl", span: { to: games.at(-1)?.date } } });
  expect(lines[1]).toMatch(/^log loss of 160 games .* retrained − old: model 0\.0000 ± 0\.0000/);
});

it("keeps a model when there is no game after its last one", () => {
  const { artifact, lines } = refreshSport(old, games.slice(0, newest), quick);
  expect(artifact).toBeUndefined();
  expect(lines).toEqual([`no game after ${old.model.span.to}, the model stays`]);
});

it("refuses a model that learned from swapped scores and forecasts the newest season worse", () => {
  const wrong = games.map((game, index): PricedGame => {
    if (index >= newest || game.result.kind !== "score") return game;
    return { ...game, result: { kind: "score", home: game.result.away, away: game.result.home } };
  });
  const { artifact, lines } = refreshSport(old, wrong, quick);
  expect(artifact).toBe("refused");
  expect(lines.at(-1)).toBe("worse by more than a standard error");
});

it("names teams that the old model does not know", () => {
  const renamed = games.map((game, index) =>
    index >= newest && game.home === "Side A" ? { ...game, home: "Side Z" } : game,
  );
  expect(refreshSport(old, renamed, quick).lines[0]).toMatch(/1 of 11 names are new: Side Z$/);
});
