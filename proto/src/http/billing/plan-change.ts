import { z } from "zod";
import { cleanedPlanSchema } from "./checkout.ts";
import { timeSchema } from "../time.ts";

/** POST /api/subscription/cancel and /resume; both respond with the subscription status. */
export const changeRenewalSchema = z.strictObject({});

/** Plans between which a running subscription can be changed; lifetime is bought by a checkout. */
export const changeablePlans = ["monthly", "annual"] as const;
/** A plan that a running subscription can be changed to. */
export type ChangeablePlan = (typeof changeablePlans)[number];

const changeablePlanSchema = cleanedPlanSchema.pipe(
  z.enum(changeablePlans, { message: "Please choose the monthly or the annual plan." }),
);

/** POST /api/subscription/change/preview: what a change of plan would cost now; changes nothing. */
export const previewChangeSchema = z.strictObject({ plan: changeablePlanSchema });
export type PreviewChange = z.infer<typeof previewChangeSchema>;

/** Answer of POST /api/subscription/change/preview; money in cents. */
export const changePreviewResponseSchema = z.object({
  currentPlan: z.enum(["trial", ...changeablePlans]),
  plan: z.enum(changeablePlans),
  currency: z.string(),
  /** Charged at once; 0 where the credit covers it and during a trial. */
  dueNowCents: z.number().int(),
  /** What is left of the paid period and counts against the new price. */
  creditCents: z.number().int(),
  /** Credit that stays for later invoices, when the rest is worth more than the new price. */
  creditLeftCents: z.number().int(),
  /** What the new plan costs each time it renews. */
  renewalCents: z.number().int(),
  /** When it renews next. */
  renewsAt: timeSchema,
  /** The moment of this calculation; sent back with the change, it holds for ten minutes. */
  prorationAt: timeSchema,
});
export type ChangePreviewResponse = z.infer<typeof changePreviewResponseSchema>;

/**
 * POST /api/subscription/change; answers what GET /api/subscription/status does. 409 when nothing can be changed
 * or the card is declined: the plan stays as it was then.
 */
export const changePlanSchema = z.strictObject({
  plan: changeablePlanSchema,
  /** Time of the preview, so that its amounts are the ones charged. */
  prorationAt: timeSchema.optional(),
});
export type ChangePlan = z.infer<typeof changePlanSchema>;
