/** What an admin can do to a user. */
export type AdminAction = "activate-subscription" | "cancel-subscription";

/** One action of an admin: written before it is carried out, finished with what came of it. */
export type AuditEntry = {
  id: string;
  at: Date;
  actorId: string;
  action: AdminAction;
  userId: string;
  reason?: string;
  /** Details of the command, e.g. its duration in days. */
  details: Record<string, number | string>;
  before: { status: string; tier: string };
};

/** How an action ended; unknown when nobody said whether it was carried out. */
export type AuditOutcome =
  | { outcome: "done"; after: { status: string; tier: string } }
  | { outcome: "failed" | "unknown"; error: string };
