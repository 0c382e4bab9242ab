import { z } from "zod";
import { renewalIntervals } from "../billing/periods.ts";

/** Prices that a sandbox sells from its first start. */
export const catalogSchema = z.array(
  z.strictObject({
    lookupKey: z.string().min(1),
    /** Name of the product, as buyers see it. */
    product: z.string().min(1),
    /** US cents. */
    unitAmount: z.number().int().positive(),
    /** How often it renews; "once" for a single payment. */
    interval: z.enum([...renewalIntervals, "once"]),
  }),
);
export type Catalog = z.input<typeof catalogSchema>;
