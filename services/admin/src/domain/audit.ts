export type AdminCommand =
  | "activate-subscription"
  | "cancel-subscription"
  | "replay-webhook"
  | "refund-payment";

/** An action with one entry, because it changes nothing or because identity does it. */
export type NotedAction =
  | "sign-in"
  | "read-users"
  | "read-user"
  | "read-payments"
  | "read-audit"
  | "read-table"
  | "block-user"
  | "unblock-user"
  | "end-sessions";

export type AdminAction = AdminCommand | NotedAction;

export type AuditTarget = { kind: "user" | "payment" | "webhook" | "list"; id: string };

/** A sign-in of an admin, a reading of personal data, or what identity does to an account. */
export type AuditNote = { at: Date; actorId: string; action: NotedAction; target: AuditTarget };

/** The logged part of a state: flat, without names and addresses. */
export type Facts = Record<string, string | number | boolean | null>;

/** The start of an action. */
export type AuditBegin = {
  at: Date;
  /** Id of the admin. */
  actorId: string;
  action: AdminCommand;
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
export type AuditedAction = Omit<AuditBegin, "action"> & { action: AdminAction } & {
  number: number;
  hash: string;
} & (AuditOutcome | { outcome: "started" });
