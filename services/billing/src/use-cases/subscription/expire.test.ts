import { AppError } from "@orbline/kit/errors";
import { beforeEach, expect, it } from "vitest";
import { grantManually } from "../../domain/subscription/admin-commands.ts";
import { defaultAccessRules as rules } from "../../domain/subscription/access.ts";
import { applyProviderSubscription } from "../../domain/subscription/purchases.ts";
import type { ProviderSnapshot } from "../../domain/subscription/subscription.ts";
import { fakeDeps, memorySubscriptions } from "../../testing/fake-deps.ts";
import { day, later, now, snapshot } from "../../testing/fixtures.ts";
import { expireSubscriptions } from "./expire.ts";

let moment = now;
const clock = { now: () => moment };
let subscriptions: ReturnType<typeof memorySubscriptions>;
let calls: string[];
let reports: unknown[];

beforeEach(async () => {
  moment = now;
  [calls, reports] = [[], []];
  subscriptions = memorySubscriptions(clock);
  for (const userId of ["usr_1", "usr_2"])
    await subscriptions.update(userId, (current) =>
      applyProviderSubscription(current, snapshot({ id: `sub_${userId}` }), now, rules),
    );
  await subscriptions.update("usr_3", (current) =>
    grantManually(current, { days: 7, commandId: "c1" }, now),
  );
  moment = later(40 * day);
});

/** Runs the sweep with a provider that returns this for a subscription. */
function expire(find: (id: string) => Partial<ProviderSnapshot> | Error) {
  const deps = fakeDeps(clock, {
    subscriptions,
    provider: {
      findSubscription: async (id) => {
        calls.push(id);
        const found = find(id);
        if (found instanceof Error) throw found;
        return {
          userId: id.replace("sub_", ""),
          snapshot: snapshot({ id, fetchedAt: moment, ...found }),
        };
      },
    },
    report: (error) => void reports.push(error),
  });
  return expireSubscriptions(deps);
}

const lapsed = () => subscriptions.findLapsed(moment, 10);

it("publishes ended access once, so that the next sweep finds no user", async () => {
  expect(await expire(() => ({}))).toBe(3);
  expect(await lapsed()).toEqual([]);
  expect((await subscriptions.find("usr_1"))?.state.entitled).toBe(false);
});

it("keeps the access of a subscription whose renewal event was lost", async () => {
  await expire(() => ({ periodEnd: later(60 * day) }));
  expect((await subscriptions.find("usr_2"))?.state.entitled).toBe(true);
  expect(await lapsed()).toEqual([]);
});

it("calls an unavailable provider once and still ends access without a subscription", async () => {
  await expire(() => new AppError("unavailable", "payments.unavailable", "down"));
  expect(calls).toHaveLength(1);
  expect(await lapsed()).toEqual(["usr_1", "usr_2"]);
  expect((await subscriptions.find("usr_3"))?.state.entitled).toBe(false);
});

it("reports a subscription that the provider does not know and handles the others", async () => {
  const missing = new AppError("not-found", "payments.not-found", "unknown");
  await expire((id) => (id === "sub_usr_1" ? missing : {}));
  expect(await lapsed()).toEqual([]);
  expect(reports).toEqual([missing]);
});
