import type { ProviderSource } from "../domain/subscription.ts";

/** The moment at which the domain's tests play. */
export const now = new Date("2026-11-21T12:00:00Z");
export const hour = 3_600_000;

/** Some milliseconds after that moment. */
export const later = (ms: number): Date => new Date(now.getTime() + ms);

/** A monthly subscription that runs for thirty days from now, but for what a test changes. */
export const provider = (fields: Partial<ProviderSource>): ProviderSource => ({
  kind: "provider",
  id: "sub_1",
  customerId: "cus_1",
  status: "active",
  plan: "monthly",
  createdAt: now,
  periodStart: now,
  periodEnd: later(30 * 24 * hour),
  cancelAtPeriodEnd: false,
  fetchedAt: now,
  ...fields,
});
