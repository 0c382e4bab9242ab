import { activateSubscription } from "./activate-subscription.ts";
import { cancelSubscription } from "./cancel-subscription.ts";
import { describeUser } from "./describe-user.ts";
import { exportUser } from "./export-user.ts";
import { listAudit } from "./list-audit.ts";
import { listDeadLetters } from "./list-dead-letters.ts";
import { getRevenue } from "./get-revenue.ts";
import { listPayments } from "./list-payments.ts";
import { listRows } from "./list-rows.ts";
import { listUsers } from "./list-users.ts";
import type { AdminDeps } from "./ports.ts";
import { refundPayment } from "./refund-payment.ts";
import { replayDeadLetter } from "./replay-dead-letter.ts";
import { replayWebhook } from "./replay-webhook.ts";

type DepsOf<Verb extends (deps: never) => unknown> = Parameters<Verb>[0];

type Deps = AdminDeps &
  DepsOf<typeof describeUser> &
  DepsOf<typeof exportUser> &
  DepsOf<typeof listAudit> &
  DepsOf<typeof getRevenue> &
  DepsOf<typeof listPayments> &
  DepsOf<typeof refundPayment> &
  DepsOf<typeof listDeadLetters> &
  DepsOf<typeof replayDeadLetter> &
  DepsOf<typeof replayWebhook> &
  DepsOf<typeof listRows> &
  DepsOf<typeof listUsers>;

/** Every use case that somebody asks for, tied to their dependencies. */
export const createAdmin = (deps: Deps) => ({
  activateSubscription: activateSubscription(deps),
  cancelSubscription: cancelSubscription(deps),
  describeUser: describeUser(deps),
  exportUser: exportUser(deps),
  getRevenue: getRevenue(deps),
  listAudit: listAudit(deps),
  listDeadLetters: listDeadLetters(deps),
  listPayments: listPayments(deps),
  listRows: listRows(deps),
  listUsers: listUsers(deps),
  listWebhooks: deps.webhooks.list,
  refundPayment: refundPayment(deps),
  replayDeadLetter: replayDeadLetter(deps),
  replayWebhook: replayWebhook(deps),
});
/** What admins can do, and identity for its users. */
export type Admin = ReturnType<typeof createAdmin>;
