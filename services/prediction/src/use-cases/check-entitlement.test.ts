import { AppError } from "@orbline/kit/errors";
import { describe, expect, it } from "vitest";
import { checkEntitlement } from "./check-entitlement.ts";
import type { Entitlement } from "./ports.ts";

const now = new Date("2026-11-21T12:00:00Z");
const before = new Date(now.getTime() - 1);
const after = new Date(now.getTime() + 1);

const check = (known: Entitlement | undefined, ask: () => Promise<Entitlement>) => {
  const requested: string[] = [];
  const deps = {
    entitlements: { find: () => Promise.resolve(known), apply: () => Promise.resolve() },
    billing: {
      ask: (userId: string) => {
        requested.push(userId);
        return ask();
      },
    },
    clock: { now: () => now },
  };
  return { requested, pass: () => checkEntitlement(deps, "usr_1") };
};

const yes = () => Promise.resolve<Entitlement>({ entitled: true });
const no = () => Promise.resolve<Entitlement>({ entitled: false });

describe("a subscriber in the projection", () => {
  it.each([{ entitled: true }, { entitled: true, accessUntil: after }])(
    "passes without a call to billing: %o",
    async (known) => {
      const { requested, pass } = check(known, no);
      await pass();
      expect(requested).toEqual([]);
    },
  );
});

describe.each([
  undefined,
  { entitled: false },
  { entitled: true, accessUntil: now },
  { entitled: true, accessUntil: before },
  { entitled: false, accessUntil: after },
])("a user without access in the projection: %o", (known) => {
  it("passes when billing grants access", async () => {
    const { requested, pass } = check(known, yes);
    await pass();
    expect(requested).toEqual(["usr_1"]);
  });

  it.each([{ entitled: false }, { entitled: true, accessUntil: before }])(
    "is refused when billing says %o",
    async (owned) => {
      const { pass } = check(known, () => Promise.resolve(owned));
      await expect(pass()).rejects.toMatchObject({
        kind: "forbidden",
        code: "subscription.required",
        message: "Premium subscription required",
      });
    },
  );

  it("gets an outage, not a refusal, while billing cannot be reached", async () => {
    const away = () => Promise.reject(new AppError("unavailable", "unavailable", "billing"));
    const { pass } = check(known, away);
    await expect(pass()).rejects.toMatchObject({ kind: "unavailable" });
  });
});
