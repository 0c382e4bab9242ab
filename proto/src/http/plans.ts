import { z } from "zod";

/** Plans a visitor can pay for. */
export const plans = ["trial", "monthly", "annual", "lifetime"] as const;
/** A plan that a visitor can pay for. */
export const planSchema = z.enum(plans, { message: "Please select a subscription plan" });
export type Plan = z.infer<typeof planSchema>;
