export type AdminAction =
  | "activate-subscription"
  | "cancel-subscription"
  | "replay-webhook"
  | "refund-payment";

export type AuditTarget = { kind: "user" | "payment" | "webhook"; id: string };

/** The logged part of a state: flat, without names and addresses. */
export type Facts = Record<string, string | number | boolean | null>;

/** The start of an action. */
export type AuditBegin = {
  at: Date;
  /** Id of the admin. */
  actorId: string;
  action: AdminAction;
  target: AuditTarget;
  /** The id that the owning service uses for the command. */
  commandId: string;
  reason?: string | undefined;
  /** Parameters of the command, e.g. the number of days. */
  details: Facts;
  before: Facts;
};

/** The outcome of an action; `unknown` when the owning service did not respond. */
export type AuditOutcome =
  | { outcome: "done"; after: Facts }
  | { outcome: "failed" | "unknown"; error: string };

/** A logged action; `started` when its end was never written. */
export type AuditedAction = AuditBegin & { number: number; hash: string } & (
    | AuditOutcome
    | { outcome: "started" }
  );
