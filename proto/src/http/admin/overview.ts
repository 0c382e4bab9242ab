import { z } from "zod";
import { timeSchema } from "../time.ts";

const countSchema = z.number().int().min(0);

/** What the business and its payments look like now. Money in cents. */
export const overviewResponseSchema = z.object({
  currency: z.string(),
  /** First moment of the figures that cover a span: 30 days ago. */
  since: timeSchema,
  /**
   * Monthly recurring revenue: the price per month of each paying user with access. Trials and lifetime add nothing. A user
   * whose charge failed counts until the grace period ends, and is then lost, as in ChartMogul with a limit of past-due days.
   */
  mrrCents: countSchema,
  /** Users with a monthly or annual plan. */
  paying: countSchema,
  /** Users with current access of any kind. */
  active: countSchema,
  /** Trials that end within 24 hours and are then charged. */
  trialsEnding: countSchema,
  /** Users whose monthly or annual plan ended since then, and their share of those who paid. Null without any. */
  churn: z.object({ users: countSchema, share: z.number().min(0).max(1).nullable() }),
  /** Payments since then that failed and are not paid since. */
  failedPayments: z.object({ payments: countSchema, cents: countSchema }),
  /** Disputed payments of any age that the bank has not decided. */
  openDisputes: countSchema,
  webhooks: z.object({
    waiting: countSchema,
    /** Age of the oldest waiting event in seconds; null when none waits. */
    oldestSeconds: z.number().min(0).nullable(),
    /** Events that arrived since then and were given up. */
    failed: countSchema,
  }),
});
export type OverviewResponse = z.infer<typeof overviewResponseSchema>;
