import { expect, it } from "vitest";
import type { User, UserId } from "../domain/user.ts";
import { deviceCookies } from "./device-cookies.ts";

const createdAt = new Date("2026-03-01T12:00:00.000Z");
const userOf = (id: string): User => ({
  id: id as UserId,
  username: id,
  emailVerified: false,
  role: "user",
  createdAt,
});
const [jo, ann] = [userOf("jo"), userOf("ann")];

const devicesAt = (time = createdAt, secret = "a-secret-of-this-test") =>
  deviceCookies({ secret, clock: { now: () => time } });

it("knows the users who signed in on a browser, and nobody else", () => {
  const devices = devicesAt();
  const cookie = devices.remember(ann, devices.remember(jo, undefined));
  const [entryOfJo, entryOfAnn] = [devices.find(jo, cookie), devices.find(ann, cookie)];
  expect(entryOfJo).toBeDefined();
  expect(entryOfAnn).toBeDefined();
  expect(entryOfJo).not.toEqual(entryOfAnn);
  expect(devices.find(userOf("eve"), cookie)).toBeUndefined();
  expect(devices.find(jo, undefined)).toBeUndefined();
});

it("refuses a device cookie that is forged, changed, of another key, or a year old", () => {
  const devices = devicesAt();
  const cookie = devices.remember(jo, undefined);
  const [nonce, expiry, signature] = cookie.split(".");
  const later = [nonce, Number(expiry) + 1, signature].join(".");
  for (const forged of [later, `${cookie}x`, "~".repeat(900), "..", cookie.slice(0, -2)])
    expect(devices.find(jo, forged)).toBeUndefined();
  expect(devicesAt(createdAt, "another-secret").find(jo, cookie)).toBeUndefined();
  const aYearLater = new Date(createdAt.getTime() + 365 * 24 * 3_600_000);
  expect(devicesAt(aYearLater).find(jo, cookie)).toBeUndefined();
});

it("forgets other browsers when the password changes", () => {
  const devices = devicesAt();
  const cookie = devices.remember(jo, undefined);
  expect(devices.find({ ...jo, passwordChangedAt: createdAt }, cookie)).toBeUndefined();
});

it("counts the codes of a browser that is known by an emailed link with those of the account", () => {
  const devices = devicesAt();
  const byLink = devices.remember(jo, undefined, { byLink: true });
  expect(devices.find(jo, byLink)).toMatchObject({ codeAccount: "jo" });
  expect(devices.find(jo, devices.remember(jo, byLink))).not.toHaveProperty("codeAccount");
  expect(devices.find({ ...jo, passwordChangedAt: createdAt }, byLink)).toBeUndefined();
});

it("forgets other browsers when two-step sign-in is turned on", () => {
  const devices = devicesAt();
  const before = devices.remember(jo, undefined);
  const factor = { sealedSecret: "sealed", lastStep: 1, recoveryHashes: [] };
  const enrolled = { ...jo, secondFactor: { ...factor, enabledAt: createdAt } };
  expect(devices.find(enrolled, before)).toBeUndefined();
  const since = devices.remember(enrolled, before);
  const aCodeLater = { ...enrolled.secondFactor, lastStep: 2 };
  expect(devices.find({ ...enrolled, secondFactor: aCodeLater }, since)).toBeDefined();
  const again = { ...factor, enabledAt: new Date(createdAt.getTime() + 1) };
  expect(devices.find({ ...enrolled, secondFactor: again }, since)).toBeUndefined();
});

it("keeps the last five users of a browser, with one entry each", () => {
  const devices = devicesAt();
  let cookie: string | undefined;
  for (const id of ["a", "b", "c", "d", "e", "f", "f", "f"])
    cookie = devices.remember(userOf(id), cookie);
  expect(cookie?.split("~")).toHaveLength(5);
  expect(devices.find(userOf("a"), cookie)).toBeUndefined();
  expect(devices.find(userOf("b"), cookie)).toBeDefined();
});
