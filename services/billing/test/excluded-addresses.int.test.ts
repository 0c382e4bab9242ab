import { connectMongo } from "@orbline/kit/mongo/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import { eventually } from "@orbline/kit/testing/eventually";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";
import { mongoExcludedAddresses } from "../src/store/excluded-addresses.ts";
import { buyers } from "./buyers.ts";
import { selfExclusions } from "./self-exclusions.ts";
import { newName, startLivesSystem } from "./service.ts";

const dayMs = 86_400_000;
const patient = { timeoutMs: 30_000, everyMs: 100 };

let system: Awaited<ReturnType<typeof startLivesSystem>>;
let published: Awaited<ReturnType<typeof selfExclusions>>;
let connection: Connection;
beforeAll(async () => {
  system = await startLivesSystem();
  published = await selfExclusions();
  const logger = createLogger({ service: "test", level: "silent" });
  connection = await connectMongo({ url: system.env["MONGO_URL"] ?? "", logger });
});
afterAll(async () => {
  await connection.close();
  await published.close();
  await system.stop();
});

const { checkout, guestCheckout } = buyers(() => system);

const inDays = (days: number) => new Date(system.time.clock.now().getTime() + days * dayMs);

/** Adds an account with an address of its own to identity. */
const newAccount = (email = `${newName()}@example.com`) => {
  const userId = `usr_${newName()}`;
  system.emails.set(userId, email);
  return { userId, email };
};

const erase = (userId: string) =>
  eventually(
    async () => expect(await system.accounts.EraseUser({ userId })).toEqual({ done: true }),
    patient,
  );

/** What identity does once every service has erased the user. */
const removeAccount = (userId: string) => system.emails.delete(userId);

const textOf = (until: Date) => {
  const day = until.toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });
  return `You excluded yourself until ${day} in an account with this email address, which is deleted.`;
};

/** Expects that neither an account nor a guest can buy with the address, and that only its owner learns why. */
const isRefused = async (email: string, until: Date) => {
  const { userId } = newAccount(email);
  const unproven = "We cannot sell a plan with this email address. ";
  for (const text of [unproven, textOf(until)]) {
    const { body } = await checkout(userId, "lifetime");
    expect(body).toMatchObject({ success: false, error: expect.stringContaining(text) });
    expect(body.checkoutUrl).toBeUndefined();
    system.verified.add(userId);
  }
  const guest = await guestCheckout(email.toUpperCase());
  expect(guest).toMatchObject({ success: false, message: expect.stringContaining(unproven) });
  expect(guest.redirectUrl).toBeUndefined();
};

const canBuy = async (email: string) => {
  expect((await checkout(newAccount(email).userId, "monthly")).body.success).toBe(true);
  expect((await guestCheckout(email)).success).toBe(true);
};

const documentsOf = async (email: string) => {
  const { hash } = mongoExcludedAddresses({ config: readConfig(system.env), connection });
  return connection
    .collection<{ _id: string; until: Date }>("excluded_addresses")
    .find({ _id: hash(email) })
    .toArray();
};

describe("the address of a self-excluded user who has deleted the account", () => {
  it("buys nothing until the self-exclusion ends, and another address buys", async () => {
    const { userId, email } = newAccount();
    const until = inDays(200);
    await published.exclude(userId, 1, until);
    await eventually(async () =>
      expect((await checkout(userId, "monthly")).body.error).toMatch(/^You have excluded yourself/),
    );
    await erase(userId);
    removeAccount(userId);
    await isRefused(email, until);
    await canBuy(newAccount().email);
    expect(await documentsOf(email)).toEqual([{ _id: expect.any(String), until }]);
    system.time.advance(201 * dayMs);
    await canBuy(email);
    system.time.advance(-201 * dayMs);
  });

  it("is refused when the self-exclusion is reported after the deletion, twice, and then for longer", async () => {
    const { userId, email } = newAccount();
    await erase(userId);
    removeAccount(userId);
    await canBuy(email);
    const until = inDays(200);
    await published.exclude(userId, 1, until);
    await published.exclude(userId, 1, until);
    await eventually(() => isRefused(email, until), patient);
    const longer = inDays(700);
    await published.exclude(userId, 2, longer);
    await eventually(() => isRefused(email, longer), patient);
    expect(await documentsOf(email)).toHaveLength(1);
  });

  it("keeps the longer end when its next account ends earlier", async () => {
    const [first, until] = [newAccount(), inDays(400)];
    await published.exclude(first.userId, 1, until);
    await erase(first.userId);
    await eventually(() => isRefused(first.email, until), patient);
    const second = newAccount(first.email);
    await published.exclude(second.userId, 1, inDays(200));
    await erase(second.userId);
    await isRefused(first.email, until);
  });

  it("is not stored without a self-exclusion, and its hash leaves the deletion mark after seven days", async () => {
    const { userId, email } = newAccount();
    await erase(userId);
    const { hash } = mongoExcludedAddresses({ config: readConfig(system.env), connection });
    const mark = async () => {
      const marks = connection.collection<{ _id: string }>("subscriptions");
      return JSON.stringify(await marks.findOne({ _id: userId }));
    };
    expect(await mark()).toContain(hash(email));
    expect(await mark()).not.toContain(email);
    system.time.advance(7 * dayMs + 60_000);
    await eventually(async () => expect(await mark()).not.toContain(hash(email)), patient);
    system.time.advance(-7 * dayMs - 60_000);
    await published.exclude(userId, 1, inDays(200));
    expect(await documentsOf(email)).toEqual([]);
  });
});

it("deletes the hash of an address once its self-exclusion has ended, and no other one", async () => {
  const addresses = mongoExcludedAddresses({ config: readConfig(system.env), connection });
  const [ended, running] = ["ended@example.com", "running@example.com"];
  await addresses.add(addresses.hash(ended), inDays(1));
  await addresses.add(addresses.hash(running), inDays(3));
  expect(await addresses.deleteEnded(inDays(2))).toBe(1);
  expect(await documentsOf(ended)).toEqual([]);
  expect(await documentsOf(running)).toHaveLength(1);
});
