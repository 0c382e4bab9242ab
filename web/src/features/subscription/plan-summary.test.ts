import { expect, it } from "vitest";
import { aStatus } from "#/testing/server.ts";
import { summarizePlan as summarizeAt } from "./plan-summary.ts";

type Status = Parameters<typeof summarizeAt>[0];
type Invoices = Parameters<typeof summarizeAt>[1];

const end = "2026-11-23T09:43:00Z";
const renewing = { periodEnd: end, accessUntil: "2026-11-24T09:43:00Z" };
const now = new Date("2026-11-21T09:43:00Z");
const summarizePlan = (...[subscription, invoices]: [Status, Invoices]) =>
  summarizeAt(subscription, invoices, now);
const sums = ({ entries }: ReturnType<typeof summarizeAt>) => entries.map(({ sum }) => sum);

const open = {
  id: "in_1",
  number: "A-1",
  status: "open",
  createdAt: "2026-11-23T09:43:00Z",
  totalCents: 1999,
  paidCents: 0,
  refundedCents: 0,
  refundedAt: null,
  currency: "usd",
  pageUrl: null,
  nextAttemptAt: "2026-11-24T09:43:00Z",
} as const;

it("summarizes a trial with its end, its first charge and the later ones", () => {
  const summary = summarizePlan({ ...aStatus("trialing"), ...renewing, plan: "trial" }, []);
  expect(summary.text).toMatch(
    /^Your trial ends on Nov 23, 2026, .*You'll pay \$19\.99 every month/,
  );
  expect(sums(summary)).toEqual(["$0.00", "$19.99", "$19.99"]);
  expect(summary).toMatchObject({ canCancel: true, canResume: false, needsCard: false });
  expect(summary.changesTo).toBe("annual");
});

it("names the interval and the years of a trial that continues as an annual plan", () => {
  const summary = summarizePlan({ ...aStatus("trialing"), ...renewing, plan: "annual" }, []);
  expect(summary.text).toMatch(
    /You'll pay \$215\.89 every year after that, unless you cancel first\.$/,
  );
  expect(summary.entries.map(({ when }) => when)).toEqual(["Today", "Nov 23", "Nov 23, 2027"]);
});

it("charges an annual plan once a year", () => {
  const summary = summarizePlan({ ...aStatus("active"), ...renewing, plan: "annual" }, []);
  expect(summary.text).toContain("$215.89 on Nov 23, 2026");
  expect(sums(summary)).toEqual(["$0.00", "$215.89", "$215.89"]);
  expect(summary.changesTo).toBe("monthly");
});

it("shows no more charges for a canceled plan and lets the user resume it", () => {
  const ending = { ...aStatus("active"), ...renewing, plan: "monthly", cancelAtPeriodEnd: true };
  const summary = summarizePlan(ending, []);
  expect(summary.text).toMatch(/^Canceled\. You keep access until Nov 23, 2026/);
  expect(summary).toMatchObject({ canCancel: false, canResume: true });
  expect(sums(summary)).toEqual(["$0.00", "$0.00"]);
});

it("promises no access to a user on a break", () => {
  const running = { until: "2026-12-24T09:00:00Z", isSelfExclusion: false };
  const during = (status: Status) => summarizeAt(status, [], now, running);
  const ending = { ...aStatus("active"), ...renewing, plan: "monthly", cancelAtPeriodEnd: true };
  const { text, entries } = during(ending);
  expect(text).toMatch(
    /^Canceled\. Your plan ends on Nov 23, 2026.+ You're on a break until Dec 24, 2026/,
  );
  expect(entries[0]?.text).toBe("On a break, nothing due");
  const renewed = during({ ...aStatus("active"), ...renewing, plan: "monthly" });
  expect(renewed.entries[0]?.text).toBe("On a break, nothing due");
});

it("names a self-exclusion, offers no plan during it and promises no access", () => {
  const running = { until: "2027-05-24T09:00:00Z", isSelfExclusion: true };
  const during = (status: Status) => summarizeAt(status, [], now, running);
  const ending = { ...aStatus("active"), ...renewing, plan: "monthly", cancelAtPeriodEnd: true };
  const excluded = /You've excluded yourself until May 24, 2027/;
  const { text, entries } = during(ending);
  expect(text).toMatch(excluded);
  expect(entries.map((entry) => entry.text)).toEqual([
    "You've excluded yourself, nothing due",
    "Plan ends",
  ]);
  for (const status of [null, { ...aStatus("active"), plan: "lifetime" }]) {
    const summary = during(status);
    expect(summary.text).toMatch(excluded);
    expect(summary.text).not.toMatch(/break|Choose a plan|access/);
  }
});

it("shows the end of access and the next retry after a failed charge", () => {
  const failed = { ...aStatus("active"), plan: "monthly", graceUntil: "2026-11-26T09:43:00Z" };
  const summary = summarizePlan(failed, [open]);
  expect(summary.text).toContain("Update your card by Nov 26, 2026");
  expect(summary.text).toMatch(/We'll retry your card on Nov 24, 2026, .* for \$19\.99\.$/);
  expect(summary.entries.map(({ text }) => text)).toEqual([
    "Charge failed",
    "Card is retried",
    "Access ends",
  ]);
  expect(summary.needsCard).toBe(true);
});

it("asks for another card when a failed charge has closed the access", () => {
  const summary = summarizePlan(aStatus("past_due"), []);
  expect(summary.text).toContain("access is paused");
  expect(summary.text).toContain("We won't retry automatically.");
  expect(summary.needsCard).toBe(true);
});

it("offers no cancellation for a lifetime plan or a grant", () => {
  const lifetime = summarizePlan({ ...aStatus("active"), plan: "lifetime" }, []);
  const granted = { ...aStatus("active"), plan: "manual", periodEnd: end, cancelAtPeriodEnd: true };
  expect(lifetime.name).toBe("Lifetime");
  expect(summarizePlan(granted, []).text).toContain("free access until Nov 23, 2026");
  for (const summary of [lifetime, summarizePlan(granted, [])])
    expect(summary).toMatchObject({ canCancel: false, canResume: false, entries: [] });
});

it("shows the next charge of a plan behind a grant and lets the user cancel and resume it", () => {
  const granted = { ...aStatus("active"), plan: "manual", periodEnd: end };
  const recurring = { plan: "monthly", periodEnd: "2026-12-12T09:43:00Z" } as const;
  const renews = { ...granted, recurring: { ...recurring, cancelAtPeriodEnd: false } };
  const summary = summarizePlan(renews, []);
  expect(summary.text).toContain("free access until Nov 23, 2026");
  expect(summary.text).toContain(
    "Your Monthly plan continues in the background: you'll pay $19.99 on Dec 12, 2026",
  );
  expect(sums(summary)).toEqual(["$0.00", "$19.99"]);
  expect(summary).toMatchObject({ name: "Granted access", canCancel: true, canResume: false });
  const ends = { ...granted, recurring: { ...recurring, cancelAtPeriodEnd: true } };
  expect(summarizePlan(ends, []).text).toContain("is canceled and ends on Dec 12, 2026");
  expect(summarizePlan(ends, [])).toMatchObject({ canCancel: false, canResume: true, entries: [] });
});

it.each([["none"], ["canceled"]] as const)(
  "shows no plan and no charge for the status %s",
  (status) => {
    expect(summarizePlan(aStatus(status), [])).toMatchObject({ name: "No plan", entries: [] });
  },
);
