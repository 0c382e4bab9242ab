/** How a dead letter can stand: handed to its consumer again is `replayed`, about to be is `replaying`. */
export type DeadLetterState = "dead" | "replaying" | "replayed";

/** A message that a consumer group gave up; one however often it died. */
export type DeadLetter = {
  id: string;
  topic: string;
  partition: number;
  offset: string;
  group: string;
  key: string;
  /** What kind of change it told of. */
  type: string;
  reason: string;
  diedAt: Date;
  deaths: number;
  state: DeadLetterState;
  replayedAt?: Date;
};

/** A death as the dead-letter topic tells it; `position` grows from one to the next. */
export type Death = Omit<DeadLetter, "id" | "deaths" | "state" | "replayedAt"> & {
  position: number;
  value: Buffer | null;
  headers: Record<string, string>;
};
