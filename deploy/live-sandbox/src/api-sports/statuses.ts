import type { Sport } from "../season/competitions.ts";
import type { Result } from "../season/play.ts";
import type { Game } from "../season/season.ts";

type Status = { long: string; short: string };

const codes = {
  "american-football": {
    live: ["Q1", "Q2", "Q3", "Q4"],
    finished: "Finished",
    off: { postponed: "PST", canceled: "CANC", abandoned: "CANC" },
  },
  basketball: {
    live: ["Q1", "Q2", "Q3", "Q4"],
    finished: "Game Finished",
    off: { postponed: "POST", canceled: "CANC", abandoned: "ABD" },
  },
  baseball: {
    live: ["IN1", "IN2", "IN3", "IN4", "IN5", "IN6", "IN7", "IN8", "IN9"],
    finished: "Finished",
    off: { postponed: "POST", canceled: "CANC", abandoned: "ABD" },
  },
  hockey: {
    live: ["P1", "P2", "P3"],
    finished: "Finished",
    off: { postponed: "POST", canceled: "CANC", abandoned: "ABD" },
  },
  football: {
    live: ["1H", "2H"],
    finished: "Match Finished",
    off: { postponed: "PST", canceled: "CANC", abandoned: "ABD" },
  },
  mma: {
    live: ["LIVE"],
    finished: "Finished",
    off: { postponed: "PST", canceled: "CANC", abandoned: "CANC" },
  },
} as const;

/** A host of API-Sports, without its version and domain. */
export type Host = keyof typeof codes;

export const hosts = Object.keys(codes) as Host[];

export const hostOf: Record<Sport, Host> = {
  nfl: "american-football",
  cfb: "american-football",
  nba: "basketball",
  mlb: "baseball",
  nhl: "hockey",
  soccer: "football",
  ufc: "mma",
};

const offWords = { postponed: "Postponed", canceled: "Cancelled", abandoned: "Abandoned" };

/** The status of a game under the codes of its host. */
export function statusOf(host: Host, { phase, off, progress }: Game, result: Result): Status {
  const { live, finished, off: offCodes } = codes[host];
  switch (phase) {
    case "off": {
      const word = offWords[off ?? "canceled"];
      return {
        long: host === "football" ? `Match ${word}` : word,
        short: offCodes[off ?? "canceled"],
      };
    }
    case "scheduled":
      return { long: "Not Started", short: "NS" };
    case "live": {
      const short = live[Math.min(live.length - 1, Math.floor(progress * live.length))] ?? "LIVE";
      return { long: "In Progress", short };
    }
    case "finished": {
      if (host === "hockey" && decidedBy(result) === "shootout")
        return { long: "After Penalties", short: "AP" };
      // Extra innings have no status of their own, and soccer leagues have no extra time.
      const hasOvertime = decidedBy(result) !== "regulation" && host !== "baseball";
      return hasOvertime
        ? { long: "After Over Time", short: "AOT" }
        : { long: finished, short: "FT" };
    }
  }
}

const decidedBy = (result: Result) => (result.kind === "score" ? result.decidedBy : "regulation");
