import { aggregateSchema, type AggregateFields } from "@orbline/kit/mongo/aggregate";
import { type Connection, Schema } from "mongoose";
import type { Payment } from "../domain/payment.ts";
import { orderOf } from "./pages.ts";

/** One payment as stored; `_id` is the provider's id of it. */
export type PaymentDocument = AggregateFields &
  Omit<Payment, "id"> & {
    /** Place in lists, by the moment at which it began. */
    order: string;
    /** Month in UTC in which it was paid, e.g. "2026-11"; unset while it is not. Serves the figures. */
    paidMonth?: string;
    /** Set while something is owed. Serves the duty sweep. */
    hasDuties?: true;
  };

const { Mixed } = Schema.Types;
const needed = <Type>(type: Type) => ({ type, required: true as const });

const schema = new Schema<PaymentDocument>(
  {
    ...aggregateSchema,
    userId: needed(String),
    checkoutId: String,
    subscriptionId: String,
    plan: needed(String),
    status: needed(String),
    amountCents: needed(Number),
    refundedCents: needed(Number),
    currency: needed(String),
    dispute: needed(String),
    failedAttempts: needed(Number),
    nextAttemptAt: Date,
    firstFailedAt: Date,
    createdAt: needed(Date),
    paidAt: Date,
    fetchedAt: needed(Date),
    conversion: Mixed,
    refunds: needed(Mixed),
    duties: needed(Mixed),
    order: needed(String),
    paidMonth: String,
    hasDuties: Boolean,
  },
  { versionKey: false, collection: "payments" },
);

/** The payments collection of a connection. */
export const paymentModel = (connection: Connection) =>
  connection.model<PaymentDocument>("Payment", schema);

/** A stored document as the domain sees it. */
export const toPayment = (document: PaymentDocument): Payment => {
  const { _id: id, version: _version, pending: _pending, pendingAt: _at, ...rest } = document;
  const { eventType: _type, order: _order, paidMonth: _month, hasDuties: _owes, ...fields } = rest;
  return { id, ...fields };
};

/** The month of a moment in UTC, e.g. "2026-11". */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** A payment's fields in its document; what is undefined is unset. */
export const toPaymentFields = ({ id, ...payment }: Payment): Record<string, unknown> => ({
  ...payment,
  checkoutId: payment.checkoutId,
  subscriptionId: payment.subscriptionId,
  nextAttemptAt: payment.nextAttemptAt,
  firstFailedAt: payment.firstFailedAt,
  paidAt: payment.paidAt,
  conversion: payment.conversion,
  order: orderOf(payment.createdAt, id),
  paidMonth: payment.paidAt && monthOf(payment.paidAt),
  hasDuties: payment.duties.length > 0 ? true : undefined,
});
