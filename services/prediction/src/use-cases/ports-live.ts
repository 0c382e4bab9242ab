import type {
  LiveGame,
  NamedResult,
  PollState,
  PriceSnapshot,
} from "../domain/live-games/live-game.ts";
import type {
  RatingsStatus,
  ResultsProgress,
  StoredResult,
} from "../domain/live-games/rated-result.ts";

/** Games of the live provider, before and after their results; safe to repeat, in any order. */
export type LiveGames = {
  /**
   * Stores what an answer lists for one competition: adds games to come, moves the start of known ones and keeps
   * their newest prices. Returns each game once, with the id and the orientation of the store. A game that moved by
   * 12 hours or more is void at its old time until it moves back.
   */
  record: (listed: readonly LiveGame[], now: Date) => Promise<LiveGame[]>;
  /**
   * Stores the results of known games that have started, found by names and time; others are ignored. The first result
   * stays. Games without a result tell those of a doubleheader apart.
   */
  finish: (results: readonly NamedResult[], now: Date) => Promise<void>;
  find: (ids: readonly string[]) => Promise<LiveGame[]>;
  /** Games whose result was stored at or after a moment. */
  finishedSince: (since: Date) => Promise<LiveGame[]>;
  /** Games that should have ended by `before` and have no result yet, oldest first. */
  awaited: (before: Date) => Promise<Pick<LiveGame, "feed" | "startsAt">[]>;
  /** Stops waiting for results of games that should have ended by `before`. */
  giveUp: (before: Date) => Promise<void>;
};

/** Games as their sources report them, and how far they are fetched; the live ratings depend on the games alone. */
export type Results = {
  /** Stores new and changed games; safe to repeat. Returns how many changed. */
  record: (games: readonly StoredResult[], now: Date) => Promise<number>;
  /** Games of a moment or later by the time of their storage. */
  changedSince: (since: Date) => Promise<StoredResult[]>;
  progress: () => Promise<ResultsProgress[]>;
  saveProgress: (progress: ResultsProgress) => Promise<void>;
  status: () => Promise<RatingsStatus[]>;
  saveStatus: (status: RatingsStatus) => Promise<void>;
};

/** The last prices of every competition, kept across restarts. */
export type PriceSnapshots = {
  all: () => Promise<PriceSnapshot[]>;
  /** Replaces the named parts of a competition's snapshot in one write. */
  save: (snapshot: Pick<PriceSnapshot, "feed" | "sport"> & Partial<PriceSnapshot>) => Promise<void>;
  /** Moves the time of the last request; false when it no longer equals `from`. */
  mark: (
    feed: Pick<PriceSnapshot, "feed" | "sport">,
    name: "requestedAt" | "scoresRequestedAt",
    move: { from: Date | undefined; to: Date },
  ) => Promise<boolean>;
};

/** The lease of the one process that may call the live provider. */
export type PollLease = {
  /** Takes or renews the lease until `until`; undefined while another process holds it. */
  take: (holder: string, now: Date, until: Date) => Promise<PollState | undefined>;
  /** Stores parts of the state; false when the lease is lost. */
  keep: (holder: string, state: PollState) => Promise<boolean>;
  /** Gives the lease back, so that another process need not wait for its end. */
  release: (holder: string) => Promise<void>;
};
