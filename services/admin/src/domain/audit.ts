/** What an admin can do. */
export type AdminAction =
  | "activate-subscription"
  | "cancel-subscription"
  | "replay-webhook"
  | "replay-dead-letter"
  | "refund-payment";

/** What an action is done to. */
export type AuditTarget = { kind: "user" | "payment" | "webhook" | "dead-letter"; id: string };

/** What the log says of a state: flat, and without anybody's name or address. */
export type Facts = Record<string, string | number | boolean | null>;

/** An action of an admin as it begins. */
export type AuditBegin = {
  at: Date;
  actorId: string;
  action: AdminAction;
  target: AuditTarget;
  /** The name under which the owner of the target hears of the action. */
  commandId: string;
  reason?: string;
  /** Details of the command, e.g. its duration in days. */
  details: Facts;
  before: Facts;
};

/** How an action ended; unknown when nobody said whether it was carried out. */
export type AuditOutcome =
  | { outcome: "done"; after: Facts }
  | { outcome: "failed" | "unknown"; error: string };

/** An action as the log tells it; `started` when its end was never written. */
export type AuditedAction = AuditBegin & { number: number; hash: string } & (
    | AuditOutcome
    | { outcome: "started" }
  );
