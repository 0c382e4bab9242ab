import { z } from "zod";
import {
  affiliateCodeSchema,
  checkoutSessionIdSchema,
  optionalEmailSchema,
  newPasswordSchema,
  optionalPhoneSchema,
  checkoutUsernameSchema,
} from "../fields.ts";
import { billingIntervals, plans } from "../../constants/plans.ts";
import { planSchema } from "./plans.ts";
import { timeSchema } from "../time.ts";
import { userSchema } from "../identity/user.ts";

/** Removes quote characters and trims white space before the check. */
export const cleanedPlanSchema = z
  .string({ message: "Please select a subscription plan" })
  .transform((text) => text.replaceAll(/["'`‘’“”]/g, "").trim())
  .pipe(planSchema)
  .meta({ enum: [...plans] });

const returnUrlSchema = z.string().max(500).meta({
  format: "uri",
  description:
    "A return page of this site. The checkout returns to its own page, whatever this says.",
});

/**
 * Body of every checkout call; billing's table of checkout routes says which fields a route requires. `success_url` and
 * `cancel_url` are checked against the configured origin and pages and never used as sent.
 */
export const checkoutSchema = z.strictObject({
  plan: cleanedPlanSchema.default("monthly"),
  email: optionalEmailSchema,
  username: checkoutUsernameSchema.optional(),
  password: newPasswordSchema.optional(),
  phone: optionalPhoneSchema,
  subscribe: z.boolean().optional(),
  source: z.string().min(1, "The source must not be empty.").max(64).optional(),
  affiliateCode: affiliateCodeSchema.optional(),
  termsAccepted: z.boolean().optional(),
  directCheckout: z.boolean().optional(),
  timestamp: z.union([z.number(), z.string().max(40)]).optional(),
  success_url: returnUrlSchema.optional(),
  cancel_url: returnUrlSchema.optional(),
});
export type Checkout = z.infer<typeof checkoutSchema>;

const directEmailText = "Please enter your email address";

/** Body of a guest checkout. A password is ignored, because the page generates it and the buyer never sees it. */
export const directSignupSchema = checkoutSchema.omit({ username: true, email: true }).extend({
  email: z
    .string({ message: directEmailText })
    .trim()
    .min(1, directEmailText)
    .toLowerCase()
    .refine((text) => text.length <= 254 && z.email().safeParse(text).success, {
      message: "Please enter a valid email address",
    })
    .meta({ format: "email", maxLength: 254 }),
  password: z.string().max(1_000).optional(),
});
export type DirectSignup = z.infer<typeof directSignupSchema>;

export const directSignupResponseSchema = z.object({
  success: z.boolean(),
  redirectUrl: z.string().optional(),
  message: z.string().optional(),
});
export type DirectSignupResponse = z.infer<typeof directSignupResponseSchema>;

/** All four URLs are that of the provider's hosted page. */
export const checkoutResponseSchema = z.object({
  success: z.boolean(),
  checkoutUrl: z.string().optional(),
  url: z.string().optional(),
  directStripeUrl: z.string().optional(),
  altStripeUrl: z.string().optional(),
  sessionId: z.string().optional(),
  user: userSchema.optional(),
  userId: z.string().optional(),
  alreadySubscribed: z.boolean().optional(),
  error: z.string().optional(),
  /** Only for the signed-in buyer. */
  stripeCustomerId: z.string().optional(),
});
export type CheckoutResponse = z.infer<typeof checkoutResponseSchema>;

export const billingPortalResponseSchema = z.object({ url: z.string() });
export type BillingPortalResponse = z.infer<typeof billingPortalResponseSchema>;

/** Newest first. */
export const invoicesResponseSchema = z.object({
  invoices: z.array(
    z.object({
      id: z.string(),
      number: z.string().nullable(),
      status: z.enum(["draft", "open", "paid", "uncollectible", "void"]),
      createdAt: timeSchema,
      totalCents: z.number().int(),
      paidCents: z.number().int(),
      /** Part of `paidCents` that went back to the buyer. */
      refundedCents: z.number().int().default(0),
      refundedAt: timeSchema.nullable().default(null),
      currency: z.string(),
      pageUrl: z.string().nullable(),
      nextAttemptAt: timeSchema.nullable(),
    }),
  ),
});
export type InvoicesResponse = z.infer<typeof invoicesResponseSchema>;

export const sessionIdQuerySchema = z.strictObject({ session_id: checkoutSessionIdSchema });

/** Only the buyer's own browser gets the fields after `success`. */
export const verifyResponseSchema = z.object({
  success: z.boolean(),
  error: z.string().optional(),
  /** The free trial was used before; another plan can be bought. */
  trialUsed: z.boolean().optional(),
  /** A link to set a password is mailed to the buyer of a guest purchase. */
  passwordLink: z.boolean().optional(),
  subscriptionTier: z.string().optional(),
  plan: z.enum(plans).optional(),
  customerEmail: z.string().optional(),
  userId: z.string().optional(),
});
export type VerifyResponse = z.infer<typeof verifyResponseSchema>;

/** Times are seconds since the epoch. */
export const subscriptionDetailsResponseSchema = z.object({
  success: z.boolean(),
  message: z.string().optional(),
  subscription: z
    .object({
      plan: z.string(),
      status: z.string(),
      current_period_start: z.number().nullable(),
      current_period_end: z.number().nullable(),
      /** The next automatic attempt after a failed charge. */
      next_payment_attempt: z.number().nullable().optional(),
    })
    .optional(),
});
export type SubscriptionDetailsResponse = z.infer<typeof subscriptionDetailsResponseSchema>;

/** In the order of the screens. */
export const plansResponseSchema = z.object({
  currency: z.literal("usd"),
  plans: z.array(
    z.object({
      id: z.enum(plans),
      priceCents: z.number().int(),
      dueTodayCents: z.number().int(),
      interval: z.enum([...billingIntervals, "once"]),
      trialDays: z.number().int(),
    }),
  ),
});
export type PlansResponse = z.infer<typeof plansResponseSchema>;

/** The provider's price of a plan; null where it has none. */
const publicPriceSchema = z.object({
  plan: z.enum(plans),
  priceId: z.string().nullable(),
  amountCents: z.number().int().nullable(),
  currency: z.string().nullable(),
  active: z.boolean(),
});

export const priceIdsResponseSchema = z.object({ prices: z.array(publicPriceSchema) });
export type PriceIdsResponse = z.infer<typeof priceIdsResponseSchema>;

export const verifyPricesResponseSchema = z.object({
  valid: z.boolean(),
  prices: z.array(publicPriceSchema.extend({ matches: z.boolean() })),
});
export type VerifyPricesResponse = z.infer<typeof verifyPricesResponseSchema>;

export const providerDiagnosticResponseSchema = z.object({
  reachable: z.boolean(),
  mode: z.enum(["sandbox", "test", "live"]),
});
export type ProviderDiagnosticResponse = z.infer<typeof providerDiagnosticResponseSchema>;
