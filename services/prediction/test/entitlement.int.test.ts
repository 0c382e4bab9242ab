import { eventually } from "@orbline/kit/testing/eventually";
import { predictionSchema } from "@orbline/proto/http/prediction/prediction";
import { afterAll, expect, it } from "vitest";
import { newUser, user, openService } from "./service.ts";

const { billing, service, database, close } = await openService();
afterAll(close);

const requestBody = { sport: "nba", riskLevel: "moderate", requestCount: 1 };
const predict = (userId: string) =>
  service.post("/api/new-prediction", requestBody, { as: user(userId) });
const inOneDay = () => service.time.now().getTime() + 86_400_000;

const refused = {
  status: 403,
  body: { code: "subscription.required", message: "Premium subscription required" },
};

/** Waits until the event has arrived and billing is no longer called. */
const passesWithoutCall = (userId: string) =>
  eventually(
    async () => {
      billing.requested.length = 0;
      expect((await predict(userId)).status).toBe(200);
      expect(billing.requested).toEqual([]);
    },
    { timeoutMs: 30_000 },
  );

it("refuses a user without a subscription and stores nothing", async () => {
  const userId = newUser();
  expect(await predict(userId)).toMatchObject(refused);
  expect(await database.predictions.countDocuments({ userId })).toBe(0);
});

it("refuses a visitor who is not signed in", async () => {
  expect(await service.post("/api/new-prediction", requestBody)).toMatchObject({
    status: 401,
    body: { code: "session.required" },
  });
});

it("passes a subscriber by the event without a call to billing", async () => {
  const userId = newUser();
  await billing.publish(userId, 1, { entitled: true, accessUntilMs: inOneDay() });
  await passesWithoutCall(userId);
  const { body } = await predict(userId);
  expect(predictionSchema.parse(body)).toMatchObject({ sport: "nba", riskLevel: "moderate" });
});

it("passes a subscriber before the event by a call to billing", async () => {
  const userId = newUser();
  billing.owned.set(userId, { entitled: true, accessUntilMs: inOneDay() });
  expect((await predict(userId)).status).toBe(200);
  expect(billing.requested).toContain(userId);
});

it("keeps the newest of late and repeated events", async () => {
  const userId = newUser();
  const yes = { entitled: true, accessUntilMs: inOneDay() };
  await billing.publish(userId, 5, yes);
  await billing.publish(userId, 3, { entitled: false });
  await billing.publish(userId, 5, { entitled: false });
  await billing.publish(userId, 4, null);
  await passesWithoutCall(userId);
  const marker = newUser();
  await Promise.all([billing.publish(userId, 5, yes), billing.publish(marker, 1, yes)]);
  await passesWithoutCall(marker);
  await passesWithoutCall(userId);
  expect(service.failures).toEqual([]);
});

it("refuses a user after a cancellation and after an erasure", async () => {
  const userId = newUser();
  await billing.publish(userId, 1, { entitled: true });
  await passesWithoutCall(userId);
  await billing.publish(userId, 2, { entitled: false });
  await eventually(async () => expect(await predict(userId)).toMatchObject(refused), {
    timeoutMs: 30_000,
  });
  await billing.publish(userId, 3, { entitled: true });
  await passesWithoutCall(userId);
  await billing.publish(userId, 4, null);
  await eventually(async () => expect(await predict(userId)).toMatchObject(refused), {
    timeoutMs: 30_000,
  });
});

it("refuses a user after the access date without a further event, after a call to billing", async () => {
  const userId = newUser();
  const accessUntilMs = service.time.now().getTime() + 60_000;
  await billing.publish(userId, 1, { entitled: true, accessUntilMs });
  await passesWithoutCall(userId);
  service.time.set(new Date(accessUntilMs));
  billing.requested.length = 0;
  expect(await predict(userId)).toMatchObject(refused);
  expect(billing.requested).toEqual([userId]);
  billing.owned.set(userId, { entitled: true, accessUntilMs: inOneDay() });
  expect((await predict(userId)).status).toBe(200);
});

it("continues after an unreadable message", async () => {
  const userId = newUser();
  await billing.publish(userId, 1, { entitled: true, status: "golden" });
  await passesWithoutCall(userId);
  expect(service.failures).toEqual([]);
});

it("reports that billing is unavailable instead of refusing, and still serves known subscribers", async () => {
  const known = newUser();
  await billing.publish(known, 1, { entitled: true });
  await passesWithoutCall(known);
  await billing.stopAnswering();
  expect(await predict(newUser())).toMatchObject({ status: 503, body: { code: "unavailable" } });
  expect((await predict(known)).status).toBe(200);
});
