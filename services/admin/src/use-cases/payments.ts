import { AppError } from "@orbline/kit/errors";
import type { Facts } from "../domain/audit.ts";
import { audited } from "./audited.ts";
import type { AdminDeps, Figures, Payment, Payments, PaymentSum } from "./ports.ts";
import { awaitSubscriptionVersion } from "./users.ts";

/** One page of payments, newest first, with the present names of their users. @throws invalid, unavailable */
export async function listPayments(
  { payments, users }: Pick<AdminDeps, "payments" | "users">,
  query: Parameters<Payments["list"]>[0],
) {
  const page = await payments.list(query);
  const names = await users.names(page.payments.map(({ userId }) => userId));
  return { ...page, names };
}

export type RefundOrder = {
  actorId: string;
  paymentId: string;
  reason: string;
  /** All that is left when undefined. */
  amountCents?: number | undefined;
  /** A repeated one refunds nothing more. */
  commandId?: string | undefined;
};

/** Refunds a payment or a part of it. @throws not-found, conflict when nothing is left, invalid, unavailable */
export async function refundPayment(
  deps: Pick<AdminDeps, "users" | "payments" | "auditLog" | "clock" | "newId" | "sleep">,
  { actorId, paymentId, reason, amountCents, ...order }: RefundOrder,
): Promise<{ payment: Payment; names: ReadonlyMap<string, string> }> {
  const { payments, newId, users } = deps;
  const before = await payments.find(paymentId);
  if (!before) throw new AppError("not-found", "payment.not-found", "There is no such payment.");
  // Billing knows commands by their ids alone, whichever payment they are for.
  const commandId = order.commandId ? `${paymentId}_${order.commandId}` : newId();
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
  await awaitSubscriptionVersion(deps, payment.userId, subscriptionVersion);
  return { payment, names: await users.names([payment.userId]) };
}

export type Revenue = Figures & { from: string; to: string; total: PaymentSum };

/** The revenue of these months, by default the last twelve. @throws invalid, unavailable */
export async function getRevenue(
  { payments, clock }: Pick<AdminDeps, "payments" | "clock">,
  { from, to = monthOf(clock.now()) }: { from?: string | undefined; to?: string | undefined },
): Promise<Revenue> {
  const first = from ?? monthOf(new Date(`${to}-01T00:00:00Z`), -11);
  const figures = await payments.figures(first, to);
  return { ...figures, from: first, to, total: addUp(figures.months) };
}

function addUp(sums: readonly PaymentSum[]): PaymentSum {
  return {
    payments: sums.reduce((sum, { payments }) => sum + payments, 0),
    grossCents: sums.reduce((sum, { grossCents }) => sum + grossCents, 0),
    refundedCents: sums.reduce((sum, { refundedCents }) => sum + refundedCents, 0),
  };
}

/** The UTC month of a time plus some months, e.g. "2026-11". */
export function monthOf(time: Date, offset = 0): string {
  const month = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + offset));
  return month.toISOString().slice(0, 7);
}

function factsOf({ status, amountCents, refundedCents }: Payment): Facts {
  return { status, amountCents, refundedCents };
}
