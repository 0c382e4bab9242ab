import { rulesOf } from "./competitions.ts";
import { type Random, randomFor } from "./random.ts";
import type { ScheduledGame } from "./schedule.ts";

/** Final numbers of one side. Overtime is null without one. */
export type SideScore = { total: number; periods: number[]; overtime: number | null };

/** How a game ended, under the sides of the schedule. */
export type Result =
  | {
      kind: "score";
      home: SideScore;
      away: SideScore;
      decidedBy: "regulation" | "overtime" | "shootout";
    }
  | {
      kind: "bout";
      winner: "home" | "away" | "draw";
      method: "KO" | "SUB" | "Points";
      round: number;
      minute: string;
      cards: string[];
    };

/** What a game depends on before it starts. Never shown by the APIs. */
export type Strengths = {
  /** Points, logarithms of goals, or logits, in favor of the home side. */
  edge: number;
  chances: { home: number; draw: number; away: number };
};

/** The true chances of a game. */
export function strengthsOf(seed: string, game: ScheduledGame): Strengths {
  const { competition, home, away } = game;
  const { scoring } = rulesOf[competition.sport];
  const strength = (name: string) =>
    randomFor(seed, competition.key, name).normal(0, scoring.spread);
  const advantage = scoring.kind === "bout" ? 0 : scoring.home;
  const edge = strength(home) - strength(away) + advantage + pitching(seed, game);
  switch (scoring.kind) {
    case "points": {
      const chance = normalShare(edge / scoring.marginSd);
      return { edge, chances: { home: chance, draw: 0, away: 1 - chance } };
    }
    case "bout": {
      const chance = 1 / (1 + Math.exp(-edge));
      return { edge, chances: { home: chance, draw: 0, away: 1 - chance } };
    }
    case "goals": {
      const chances = goalChances(...meansOf(scoring.mean, edge));
      if (competition.sport === "soccer") return { edge, chances };
      const half = chances.draw / 2;
      return { edge, chances: { home: chances.home + half, draw: 0, away: chances.away + half } };
    }
  }
}

/** Probability that the home side beats a handicap of `line` points. */
export function coverChance(game: ScheduledGame, edge: number, line: number): number {
  const { scoring } = rulesOf[game.competition.sport];
  return scoring.kind === "points" ? normalShare((edge + line) / scoring.marginSd) : 0.5;
}

/** Plays a game; the same seed and game always end the same way. */
export function play(seed: string, game: ScheduledGame): Result {
  const random = randomFor(seed, game.id, "result");
  const { edge, chances } = strengthsOf(seed, game);
  const { sport } = game.competition;
  const { scoring } = rulesOf[sport];
  switch (scoring.kind) {
    case "points": {
      const margin = Math.round(random.normal(edge, scoring.marginSd));
      const total = Math.round(random.normal(scoring.total, scoring.totalSd));
      const loser = Math.max(0, Math.round((total - Math.abs(margin)) / 2));
      const home = margin > 0 ? loser + margin : loser;
      return score(random, sport, home, home - margin);
    }
    case "goals": {
      const [home, away] = meansOf(scoring.mean, edge);
      return score(random, sport, random.poisson(home), random.poisson(away));
    }
    case "bout":
      return bout(random, chances.home);
  }
}

/** The listed pitchers of a baseball game: one of each team's five. */
function startersOf(seed: string, { id, home, away }: ScheduledGame) {
  const rotation = ["Ames", "Bellamy", "Corwin", "Dunmore", "Ellery"] as const;
  const starterOf = (team: string) =>
    `${randomFor(seed, id, team, "starter").pick(rotation)} ${team.split(" ").at(-1) ?? ""}`;
  return { home: starterOf(home), away: starterOf(away) };
}

function pitching(seed: string, game: ScheduledGame): number {
  if (game.competition.sport !== "mlb") return 0;
  const { home, away } = startersOf(seed, game);
  const skill = (name: string) => randomFor(seed, "pitcher", name).normal(0, 0.1);
  return skill(home) - skill(away);
}

function meansOf(mean: number, edge: number): [home: number, away: number] {
  return [mean * Math.exp(edge / 2), mean * Math.exp(-edge / 2)];
}

const periodsOf = { nfl: 4, cfb: 4, nba: 4, nhl: 3, mlb: 9, soccer: 2, ufc: 0 } as const;

/** Splits regulation into periods and plays on after a tie where the sport does. */
function score(random: Random, sport: keyof typeof periodsOf, home: number, away: number): Result {
  const side = (total: number, overtime: number | null): SideScore => ({
    total: total + (overtime ?? 0),
    periods: split(random, total, periodsOf[sport]),
    overtime,
  });
  if (home !== away || sport === "soccer")
    return {
      kind: "score",
      home: side(home, null),
      away: side(away, null),
      decidedBy: "regulation",
    };
  // A tie after overtime stays one in the NFL alone.
  const staysTied = sport === "nfl" && random.uniform() < 0.2;
  const shared = sport === "nba" ? random.integer(6, 12) : 0;
  const winning = { nba: random.integer(1, 7), nfl: random.pick([3, 6]), cfb: random.pick([3, 7]) };
  const gain = staysTied ? 0 : sport in winning ? winning[sport as keyof typeof winning] : 1;
  const isHome = random.uniform() < 0.5;
  return {
    kind: "score",
    home: side(home, shared + (isHome ? gain : 0)),
    away: side(away, shared + (isHome ? 0 : gain)),
    decidedBy: sport === "nhl" && random.uniform() < 0.35 ? "shootout" : "overtime",
  };
}

function bout(random: Random, chance: number): Result {
  const isHome = random.uniform() < chance;
  const method = random.pick(["KO", "SUB", "Points", "Points"] as const);
  const isDraw = method === "Points" && random.uniform() < 0.03;
  const seconds = random.integer(20, 299);
  const minute = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const isDecision = method === "Points";
  return {
    kind: "bout",
    winner: isDraw ? "draw" : isHome ? "home" : "away",
    method,
    round: isDecision ? 3 : random.integer(1, 3),
    minute: isDecision ? "5:00" : minute,
    cards: isDraw ? ["28-28", "28-28", "28-28"] : isDecision ? ["30-27", "29-28", "29-28"] : [],
  };
}

function split(random: Random, total: number, parts: number): number[] {
  const counts = Array.from({ length: parts }, () => 0);
  for (let point = 0; point < total; point += 1) {
    const part = random.integer(0, parts - 1);
    counts[part] = (counts[part] ?? 0) + 1;
  }
  return counts;
}

/** Chances of two independent Poisson counts. */
function goalChances(home: number, away: number) {
  const awayWeights = poissonWeights(away);
  const chances = { home: 0, draw: 0, away: 0 };
  for (const [goals, weight] of poissonWeights(home).entries())
    for (const [others, other] of awayWeights.entries()) {
      const side = goals > others ? "home" : goals < others ? "away" : "draw";
      chances[side] += weight * other;
    }
  return chances;
}

function poissonWeights(mean: number): number[] {
  let weight = Math.exp(-mean);
  return Array.from({ length: 30 }, (_, count) => {
    const known = weight;
    weight *= mean / (count + 1);
    return known;
  });
}

/** The normal distribution function, within 1e-7 (Abramowitz and Stegun 1964, 26.2.17). */
function normalShare(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x > 0 ? 1 - tail : tail;
}
