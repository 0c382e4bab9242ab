export type AdminAction =
  | "activate-subscription"
  | "cancel-subscription"
  | "replay-webhook"
  | "refund-payment";

export type AuditTarget = { kind: "user" | "payment" | "webhook"; id: string };

/** The logged part of a state: flat, without names and addresses. */
export type Facts = Record<string, string | number | boolean | null>;

/** An action as it begins. */
export type AuditBegin = {
  at: Date;
  /** Id of the admin. */
  actorId: string;
  action: AdminAction;
  target: AuditTarget;
  /** The id under which the owning service knows the command. */
  commandId: string;
  reason?: string | undefined;
  /** Parameters of the command, e.g. the number of days. */
  details: Facts;
  before: Facts;
};

/** How an action ended; `unknown` when the owning service did not respond. */
export type AuditOutcome =
  | { outcome: "done"; after: Facts }
  | { outcome: "failed" | "unknown"; error: string };

/** A logged action; `started` when its end was never written. */
export type AuditedAction = AuditBegin & { number: number; hash: string } & (
    | AuditOutcome
    | { outcome: "started" }
  );
