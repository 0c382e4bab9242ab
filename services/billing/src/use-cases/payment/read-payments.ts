import type { Payment } from "../../domain/payment/payment.ts";
import type { BillingDeps } from "../ports.ts";

const pageSize = 100;

/** A user's payments that have succeeded, newest first, read in pages until the caller stops. */
export async function* readSucceeded(
  { payments }: Pick<BillingDeps, "payments">,
  userId: string,
): AsyncGenerator<Payment> {
  let cursor: string | undefined;
  do {
    const filter = { userId, status: "succeeded" } as const;
    const page = await payments.list({ ...filter, limit: pageSize, cursor });
    yield* page.rows;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
