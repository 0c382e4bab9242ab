import { z } from "zod";
import { money } from "#/lib/format.ts";
import { requiredReason } from "./action-dialog.tsx";
import { operationMessages as messages } from "./messages.ts";

/** A reason and an amount typed in dollars, which becomes cents: from one to `leftCents`. */
export function refundSchemaOf(leftCents: number) {
  const message = messages.refundAmountWrong(money(leftCents / 100));
  const amount = z
    .string()
    .trim()
    .regex(/^\d{1,7}(\.\d{1,2})?$/, message)
    .transform((dollars) => Math.round(Number(dollars) * 100))
    .refine((cents) => cents >= 1 && cents <= leftCents, message);
  return requiredReason.extend({ amount });
}
