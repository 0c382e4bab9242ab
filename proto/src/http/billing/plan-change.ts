import { z } from "zod";
import { changeablePlans } from "../../constants/plans.ts";
import { cleanedPlanSchema } from "./checkout.ts";
import { timeSchema } from "../time.ts";

const changeablePlanSchema = cleanedPlanSchema
  .pipe(z.enum(changeablePlans, { message: "Please choose the monthly or the annual plan." }))
  .meta({ enum: [...changeablePlans] });

export const previewChangeSchema = z.strictObject({ plan: changeablePlanSchema });

export const changePreviewResponseSchema = z.object({
  currentPlan: z.enum(["trial", ...changeablePlans]),
  plan: z.enum(changeablePlans),
  currency: z.string(),
  /** Charged at once; 0 when the credit covers the price, and during a trial. */
  dueNowCents: z.number().int(),
  /** Value of the unused period, deducted from the new price. An hour of a period that began with a change is used. */
  creditCents: z.number().int(),
  /** Credit above the new price, kept for later invoices. */
  creditLeftCents: z.number().int(),
  /** Price of each renewal of the new plan. */
  renewalCents: z.number().int(),
  renewsAt: timeSchema,
  /** Time of this calculation. A change that sends it back within ten minutes costs the same. */
  prorationAt: timeSchema,
});
export type ChangePreviewResponse = z.infer<typeof changePreviewResponseSchema>;

/** 409 when the plan cannot be changed or the card is declined; the plan then stays the same. */
export const changePlanSchema = z.strictObject({
  plan: changeablePlanSchema,
  /** `prorationAt` of the preview, so that its amounts are charged. */
  prorationAt: timeSchema.optional(),
});
