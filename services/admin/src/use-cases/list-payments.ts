import type { Payment } from "../domain/payment.ts";
import type { Payments, UserViews } from "./ports.ts";

type Query = Parameters<Payments["list"]>[0];

/** Payments of a page with the names that their users have now. */
export type PaymentList = {
  payments: Payment[];
  names: ReadonlyMap<string, string>;
  nextCursor: string | undefined;
};

/** One page of payments, newest first. @throws invalid for a cursor of nobody's, unavailable */
export const listPayments =
  ({ payments, users }: { payments: Payments; users: UserViews }) =>
  async (query: Query): Promise<PaymentList> => {
    const page = await payments.list(query);
    const names = await users.names(page.payments.map(({ userId }) => userId));
    return { ...page, names };
  };
