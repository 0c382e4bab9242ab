import { AppError } from "@orbline/kit/errors";
import type { Facts } from "../domain/audit.ts";
import { audited } from "./audited.ts";
import type { AdminDeps, Payment, Payments } from "./ports.ts";
import { awaitSubscriptionVersion } from "./users.ts";

type PaymentQuery = Parameters<Payments["list"]>[0] & { username?: string | undefined };

/**
 * One page of payments, newest first, with the current names of their users. A username finds those of one user.
 * @throws invalid, unavailable
 */
export async function listPayments(
  { payments, users }: Pick<AdminDeps, "payments" | "users">,
  { username, ...query }: PaymentQuery,
) {
  const id = username ? await users.findId(username) : query.userId;
  if (username && id === undefined)
    return { payments: [], nextCursor: undefined, names: new Map<string, string>() };
  const page = await payments.list({ ...query, userId: id });
  const names = await users.names(page.payments.flatMap(({ userId }) => userId ?? []));
  return { ...page, names };
}

export type RefundOrder = {
  actorId: string;
  paymentId: string;
  reason: string;
  /** Default: everything that is not refunded yet. */
  amountCents?: number | undefined;
  /** Idempotency key: repeating it refunds nothing more. */
  commandId: string;
};

/** Refunds a payment in full or in part. @throws not-found, conflict when nothing is left, invalid, unavailable */
export async function refundPayment(
  deps: Pick<AdminDeps, "users" | "payments" | "auditLog" | "clock" | "sleep">,
  { actorId, paymentId, reason, amountCents, ...order }: RefundOrder,
): Promise<{ payment: Payment; names: ReadonlyMap<string, string> }> {
  const { payments, users } = deps;
  const before = await payments.find(paymentId);
  if (!before) throw new AppError("not-found", "payment.not-found", "There is no such payment.");
  // Billing identifies commands by their ids alone, for all payments.
  const commandId = `${paymentId}_${order.commandId}`;
  const { payment, subscriptionVersion } = await audited(
    deps,
    {
      action: "refund-payment",
      actorId,
      target: { kind: "payment", id: paymentId },
      commandId,
      reason,
      details: { amountCents: amountCents ?? null },
      before: factsOf(before),
    },
    () => payments.refund({ paymentId, amountCents, commandId }),
    (result) => factsOf(result.payment),
  );
  const { userId } = payment;
  if (userId) await awaitSubscriptionVersion(deps, userId, subscriptionVersion);
  return { payment, names: await users.names(userId ? [userId] : []) };
}

function factsOf({ status, amountCents, refundedCents }: Payment): Facts {
  return { status, amountCents, refundedCents };
}
