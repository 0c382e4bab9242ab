import type { OverviewResponse } from "@orbline/proto/http/admin/overview";
import type { AdminUser } from "@orbline/proto/http/admin/users";
import type { RevenueResponse } from "@orbline/proto/http/admin/payments";
import type { InvoicesResponse } from "@orbline/proto/http/billing/checkout";

/** A paid invoice. */
export const anInvoice: InvoicesResponse["invoices"][number] = {
  id: "in_1",
  number: "ORB-0001",
  status: "paid",
  createdAt: "2026-11-21T09:43:00Z",
  totalCents: 1999,
  paidCents: 1999,
  refundedCents: 0,
  refundedAt: null,
  currency: "usd",
  pageUrl: "https://pay.test/in_1",
  nextAttemptAt: null,
};

/** A user with an overdue payment in the admin's list. */
export const anAdminUser: AdminUser = {
  id: "u7",
  username: "thegoalie",
  email: "goalie@example.com",
  role: "user",
  subscriptionStatus: "past_due",
  subscriptionTier: "premium",
  subscriptionEndDate: "2026-11-20T14:02:00Z",
};

const sum = { payments: 2, grossCents: 3998, refundedCents: 500, netCents: 3498 };

/** Revenue of one month and plan; one of four ended trials paid. */
export const aRevenue: RevenueResponse = {
  currency: "usd",
  from: "2025-12",
  to: "2026-11",
  total: sum,
  months: [{ ...sum, month: "2026-11", trialsStarted: 6 }],
  plans: [{ ...sum, plan: "monthly" }],
  trials: { started: 6, running: 2, converted: 1, conversionRate: 0.25 },
  active: [{ plan: "trial", users: 3 }],
  affiliates: { conversions: 1, cents: 1999 },
};

/** An overview of a business with two failed payments, a dispute and a waiting webhook. */
export const anOverview: OverviewResponse = {
  currency: "usd",
  since: "2026-10-28T12:00:00Z",
  mrrCents: 123_456,
  paying: 61,
  active: 80,
  trialsEnding: 3,
  churn: { users: 4, share: 0.0615 },
  failedPayments: { payments: 2, cents: 3_998 },
  openDisputes: 1,
  webhooks: { waiting: 1, oldestSeconds: 42.4, failed: 0 },
};
