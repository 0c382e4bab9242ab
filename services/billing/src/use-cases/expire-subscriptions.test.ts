import { AppError } from "@orbline/kit/errors";
import { beforeEach, expect, it, vi } from "vitest";
import { grantManually } from "../domain/admin-commands.ts";
import { applyProviderSubscription } from "../domain/provider-subscription.ts";
import { defaultAccessRules as rules } from "../domain/access.ts";
import { memorySubscriptions } from "../testing/fake-deps.ts";
import { day, later, now, snapshot } from "../testing/fixtures.ts";
import { expireSubscriptions } from "./expire-subscriptions.ts";

const down = new AppError("unavailable", "payments.unavailable", "down");

let moment = now;
let subscriptions: ReturnType<typeof memorySubscriptions>;
const report = vi.fn<(error: unknown) => void>();

beforeEach(async () => {
  report.mockClear();
  moment = now;
  subscriptions = memorySubscriptions(() => moment);
  for (const userId of ["usr_1", "usr_2"])
    await subscriptions.update(userId, (current) =>
      applyProviderSubscription(current, snapshot({ id: `sub_${userId}` }), now, rules),
    );
  await subscriptions.update("usr_3", (current) =>
    grantManually(current, { days: 7, commandId: "c1" }, now),
  );
  moment = later(40 * day);
});

const expire = (sync: (id: string) => Promise<boolean>) =>
  expireSubscriptions({ subscriptions, clock: { now: () => moment }, report, sync })();
const lapsed = () => subscriptions.findLapsed(moment, 10);

it("who has run out is ended, and the next sweep finds nobody", async () => {
  expect(await expire(() => Promise.resolve(true))).toBe(3);
  expect(await lapsed()).toEqual([]);
  expect((await subscriptions.find("usr_1"))?.state.entitled).toBe(false);
});

it("who has renewed meanwhile stays", async () => {
  const fetched = { periodEnd: later(60 * day), fetchedAt: moment };
  await expire(async (id) => {
    await subscriptions.update(id.replace("sub_", ""), (current) =>
      applyProviderSubscription(current, snapshot({ id, ...fetched }), moment, rules),
    );
    return true;
  });
  expect((await subscriptions.find("usr_2"))?.state.entitled).toBe(true);
  expect(await lapsed()).toEqual([]);
});

it("while the provider is down it is asked once, and who does not need it is ended", async () => {
  const sync = vi.fn<() => Promise<boolean>>(() => Promise.reject(down));
  await expire(sync);
  expect(sync).toHaveBeenCalledTimes(1);
  expect(await lapsed()).toEqual(["usr_1", "usr_2"]);
  expect((await subscriptions.find("usr_3"))?.state.entitled).toBe(false);
});

it("one user whom the provider can not tell about holds up nobody, and is reported", async () => {
  const bad = new AppError("not-found", "payments.not-found", "unknown");
  await expire((id) => (id === "sub_usr_1" ? Promise.reject(bad) : Promise.resolve(true)));
  expect(await lapsed()).toEqual([]);
  expect(report).toHaveBeenCalledWith(bad);
});
