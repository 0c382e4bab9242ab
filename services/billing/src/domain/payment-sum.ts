/** Payments as one month and plan add up; cents. */
export type PaymentSum = {
  month: string;
  plan: string;
  payments: number;
  grossCents: number;
  refundedCents: number;
};
