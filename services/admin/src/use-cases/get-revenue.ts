import { addUp, type Figures, monthOf, type PaymentSum } from "../domain/payment.ts";
import type { Clock, Payments } from "./ports.ts";

/** The figures of some months, with their sum. */
export type Revenue = Figures & { from: string; to: string; total: PaymentSum };

/** What was earned in these months, the last twelve when none are named. @throws invalid, unavailable */
export const getRevenue =
  ({ payments, clock }: { payments: Payments; clock: Clock }) =>
  async ({ from, to }: { from?: string; to?: string }): Promise<Revenue> => {
    const last = to ?? monthOf(clock.now());
    const first = from ?? monthOf(new Date(`${last}-01T00:00:00Z`), -11);
    const figures = await payments.figures(first, last);
    return { ...figures, from: first, to: last, total: addUp(figures.months) };
  };
