import { AppError, type ErrorKind } from "@orbline/kit/errors";
import { expect, it } from "vitest";
import { applyProviderPayment } from "../../domain/payment/payment.ts";
import { fakeDeps, memoryPayments } from "../../testing/fake-deps.ts";
import { now, payment } from "../../testing/fixtures.ts";
import { runPaymentEffects } from "../run-effects.ts";
import { refundPayment } from "./refund-payment.ts";

const clock = { now: () => now };

/** A payment of $19.99 at a provider that makes every refund except those with a planned failure. */
function paid() {
  const failures = new Map<string, ErrorKind>();
  const made: string[] = [];
  const reports: unknown[] = [];
  let isSilent = false;
  const payments = memoryPayments(clock);
  const state = applyProviderPayment(undefined, payment(), { userId: "usr_1", plan: "monthly" });
  if (state) payments.put(state);
  const deps = fakeDeps(clock, {
    payments,
    provider: {
      findPayment: async () => {
        if (isSilent) throw new AppError("unavailable", "payments.unavailable", "down");
        return payment({ refundedCents: made.length * 500 });
      },
      refund: async ({ part }) => {
        const commandId = part?.commandId ?? "";
        const kind = failures.get(commandId);
        if (kind) throw new AppError(kind, `payments.${kind}`, kind);
        if (!made.includes(commandId)) made.push(commandId);
      },
    },
    report: (error) => void reports.push(error),
  });
  return {
    failures,
    made,
    reports,
    /** The result of an order: "done", or the kind and the code of its error. */
    order: async (commandId: string) => {
      try {
        await refundPayment(deps, { paymentId: "pi_1", amountCents: 500, commandId });
        return "done";
      } catch (error) {
        return error instanceof AppError ? `${error.kind} ${error.code}` : String(error);
      }
    },
    sweep: () => runPaymentEffects(deps, "pi_1"),
    silence: (silent: boolean) => void (isSilent = silent),
    stored: async () => (await payments.find("pi_1"))?.state,
  };
}

it("refuses a refused order again when it is repeated, and makes a new order", async () => {
  const { failures, order, made, stored } = paid();
  failures.set("a", "conflict");
  expect(await order("a")).toBe("conflict refund.refused");
  failures.clear();
  expect(await order("a")).toBe("conflict refund.refused");
  expect(await order("b")).toBe("done");
  expect(made).toEqual(["b"]);
  expect((await stored())?.refunds).toMatchObject([{ outcome: "refused" }, { outcome: "done" }]);
});

it("reports the result of an order without regard to an earlier pending one", async () => {
  const { failures, order, made, reports } = paid();
  failures.set("a", "unavailable");
  expect(await order("a")).toBe("unavailable refund.noted");
  failures.set("a", "conflict");
  expect(await order("b")).toBe("done");
  expect(made).toEqual(["b"]);
  expect(reports).toMatchObject([{ kind: "conflict" }]);
  expect(await order("a")).toBe("conflict refund.refused");
});

it("keeps an order pending after an internal error and makes it once", async () => {
  const { failures, order, made, sweep, stored } = paid();
  failures.set("a", "internal");
  expect(await order("a")).toBe("unavailable refund.noted");
  expect((await stored())?.refunds).toMatchObject([{ outcome: "pending" }]);
  failures.clear();
  await sweep();
  expect(await order("a")).toBe("done");
  expect(made).toEqual(["a"]);
});

it("does not report a refund as refused when it was made but not recorded", async () => {
  const { order, sweep, silence } = paid();
  silence(true);
  expect(await order("a")).toBe("unavailable refund.noted");
  silence(false);
  await sweep();
  expect(await order("a")).toBe("done");
});

it.each([
  ["conflict", 0],
  ["not-found", 0],
  ["unavailable", 1],
] as const)("keeps after a failure of kind %s %i effects pending", async (kind, left) => {
  const { failures, order, sweep, stored } = paid();
  failures.set("a", kind);
  await order("a");
  await sweep().catch(() => undefined);
  const pending = (await stored())?.effects.filter((effect) => effect.kind === "refund-part");
  expect(pending).toHaveLength(left);
});
