import { z } from "zod";
import {
  affiliateCodeSchema,
  optionalEmailSchema,
  newPasswordSchema,
  optionalPhoneSchema,
  usernameSchema,
} from "../fields.ts";
import { plans } from "../../constants/plans.ts";
import { planSchema } from "./plans.ts";
import { timeSchema } from "../time.ts";
import { userSchema } from "../identity/user.ts";

/** A plan as callers send it: quote characters are removed and white space is trimmed before the check. */
export const cleanedPlanSchema = z
  .string({ message: "Please select a subscription plan" })
  .transform((text) => text.replaceAll(/["'`‘’“”]/g, "").trim())
  .pipe(planSchema);

/**
 * The body of every checkout call. Which fields a route needs stands in billing's table of checkout routes.
 * `success_url` and `cancel_url` are checked against the configured origin and pages, never used as sent.
 */
export const checkoutSchema = z.strictObject({
  plan: cleanedPlanSchema.default("monthly"),
  email: optionalEmailSchema,
  username: usernameSchema.optional(),
  password: newPasswordSchema.optional(),
  phone: optionalPhoneSchema,
  subscribe: z.boolean().optional(),
  source: z.string().max(64).optional(),
  affiliateCode: affiliateCodeSchema.optional(),
  termsAccepted: z.boolean().optional(),
  directCheckout: z.boolean().optional(),
  timestamp: z.union([z.number(), z.string().max(40)]).optional(),
  success_url: z.string().max(500).optional(),
  cancel_url: z.string().max(500).optional(),
});
export type Checkout = z.infer<typeof checkoutSchema>;

const directEmailText = "Please enter your email address";

/**
 * The body of POST /api/direct-signup-checkout, a checkout by email alone. A password that a caller makes up is
 * ignored: the buyer never knew it.
 */
export const directSignupSchema = checkoutSchema.omit({ username: true, email: true }).extend({
  email: z
    .string({ message: directEmailText })
    .trim()
    .min(1, directEmailText)
    .toLowerCase()
    .refine((text) => text.length <= 254 && z.email().safeParse(text).success, {
      message: "Please enter a valid email address",
    }),
  password: z.string().max(1_000).optional(),
});
export type DirectSignup = z.infer<typeof directSignupSchema>;

/** Answer of POST /api/direct-signup-checkout. */
export const directSignupResponseSchema = z.object({
  success: z.boolean(),
  redirectUrl: z.string().optional(),
  message: z.string().optional(),
});
export type DirectSignupResponse = z.infer<typeof directSignupResponseSchema>;

/** Answer of a checkout call; every address in it is the one of the provider's hosted page. */
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
});
export type CheckoutResponse = z.infer<typeof checkoutResponseSchema>;

/** POST /api/billing-portal: `url` is the provider's page on which the user manages cards and invoices. */
export const billingPortalSchema = z.strictObject({});
export const billingPortalResponseSchema = z.object({ url: z.string() });
export type BillingPortalResponse = z.infer<typeof billingPortalResponseSchema>;

/** GET /api/invoices: the signed-in user's invoices, newest first; money in cents. */
export const invoicesResponseSchema = z.object({
  invoices: z.array(
    z.object({
      id: z.string(),
      number: z.string().nullable(),
      status: z.enum(["draft", "open", "paid", "uncollectible", "void"]),
      createdAt: timeSchema,
      totalCents: z.number().int(),
      paidCents: z.number().int(),
      currency: z.string(),
      pageUrl: z.string().nullable(),
      nextAttemptAt: timeSchema.nullable(),
    }),
  ),
});
export type InvoicesResponse = z.infer<typeof invoicesResponseSchema>;

/** Query of GET /api/verify-subscription-status and GET /api/subscription-details. */
export const sessionIdQuerySchema = z.strictObject({
  session_id: z
    .string({ message: "No session ID found in URL" })
    .min(1, "No session ID found in URL")
    .max(255)
    .regex(/^[A-Za-z0-9_]+$/, "This is not a checkout session id."),
});

/** GET /api/verify-subscription-status: only the buyer's own browser gets the fields after `success`. */
export const verifyResponseSchema = z.object({
  success: z.boolean(),
  error: z.string().optional(),
  subscriptionTier: z.string().optional(),
  plan: z.enum(plans).optional(),
  customerEmail: z.string().optional(),
  userId: z.string().optional(),
});
export type VerifyResponse = z.infer<typeof verifyResponseSchema>;

/** GET /api/subscription-details; period bounds are seconds since the epoch. */
export const subscriptionDetailsResponseSchema = z.object({
  success: z.boolean(),
  message: z.string().optional(),
  subscription: z
    .object({
      plan: z.string(),
      status: z.string(),
      current_period_start: z.number().nullable(),
      current_period_end: z.number().nullable(),
      /** When a failed charge is tried again by itself; seconds since the epoch. */
      next_payment_attempt: z.number().nullable().optional(),
    })
    .optional(),
});
export type SubscriptionDetailsResponse = z.infer<typeof subscriptionDetailsResponseSchema>;

/** GET /api/plans: the catalogue, in the order in which screens show it. */
export const plansResponseSchema = z.object({
  currency: z.literal("usd"),
  plans: z.array(
    z.object({
      id: z.enum(plans),
      priceCents: z.number().int(),
      dueTodayCents: z.number().int(),
      interval: z.enum(["month", "year", "once"]),
      trialDays: z.number().int(),
    }),
  ),
});
export type PlansResponse = z.infer<typeof plansResponseSchema>;

const publicPriceSchema = z.object({
  plan: z.enum(plans),
  priceId: z.string().nullable(),
  amountCents: z.number().int().nullable(),
  currency: z.string().nullable(),
  active: z.boolean(),
});

/** GET /api/production-price-ids: the provider's price of each plan; null where it has none. */
export const priceIdsResponseSchema = z.object({ prices: z.array(publicPriceSchema) });
export type PriceIdsResponse = z.infer<typeof priceIdsResponseSchema>;

/** GET /api/verify-price-ids: whether the provider's prices are those of the catalogue. */
export const verifyPricesResponseSchema = z.object({
  valid: z.boolean(),
  prices: z.array(publicPriceSchema.extend({ matches: z.boolean() })),
});
export type VerifyPricesResponse = z.infer<typeof verifyPricesResponseSchema>;

/** GET /api/stripe-diagnostic-pro: whether the provider answers, and which of its modes is used. */
export const providerDiagnosticResponseSchema = z.object({
  reachable: z.boolean(),
  mode: z.enum(["sandbox", "test", "live"]),
});
export type ProviderDiagnosticResponse = z.infer<typeof providerDiagnosticResponseSchema>;
