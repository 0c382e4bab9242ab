import { userDataService } from "@orbline/kit/grpc/user-data";
import { eventually } from "@orbline/kit/testing/eventually";
import { testEngines } from "@orbline/kit/testing/engines";
import { testGrpc } from "@orbline/kit/testing/grpc";
import type { UserDataServiceDefinition } from "@orbline/proto/gen/user_data/v1/UserDataService";
import { pushDevicesSchema } from "@orbline/proto/http/prediction/push";
import webPush from "web-push";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { present } from "../src/testing/present.ts";
import { serviceProcesses } from "./processes.ts";
import { fakePushService } from "./push-service.ts";
import {
  type Client,
  exactly,
  fakeBilling,
  newSubscriber,
  openPredictions,
  predictAt,
  startService,
  testEnv,
  user,
} from "./service.ts";

const { publicKey, privateKey } = webPush.generateVAPIDKeys();
const vapid = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
const settings = { ...vapid, PUSH_ALLOW_LOOPBACK: "true" };

const billing = await fakeBilling();
const pushService = await fakePushService();
const processes = serviceProcesses();
type Service = Awaited<ReturnType<typeof startService>>;
let database: Awaited<ReturnType<typeof openPredictions>>;

beforeAll(async () => {
  database = await openPredictions(testEngines().mongoUrl);
});
afterAll(async () => {
  await processes.killAll();
  await database.close();
  await pushService.close();
  await billing.close();
});

const as = (userId: string, userAgent = firefox) => ({
  as: user(userId),
  headers: { "user-agent": userAgent },
});
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const chrome =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

/** Turns push on for a device of its own name, as its page does. */
const turnOn = async (service: Client, userId: string, device: string) => {
  const subscription = pushService.subscribe(device);
  const { status } = await service.post("/api/push-devices", subscription, as(userId));
  expect(status).toBe(204);
  return subscription;
};

const devicesOf = async (service: Client, userId: string) => {
  const { body } = await service.get("/api/push-devices", as(userId));
  return exactly(pushDevicesSchema, body).devices;
};

const predict = async (service: Client, userId: string, requestCount: number) =>
  (await predictAt(service, userId, { sport: "nba", riskLevel: "moderate", requestCount })).id;

/** Waits until no message waits to be written or sent. A service with its own clock gets the time of its next tries. */
const allSent = (time?: Service["time"]) =>
  eventually(
    async () => {
      time?.set(new Date(time.now().getTime() + 100));
      const marked = await database.predictions.countDocuments({ toEmail: { $gt: "" } });
      const waiting = await database.collection("pending_pushes").countDocuments({
        dueAt: { $gt: new Date(0) },
      });
      expect([marked, waiting]).toEqual([0, 0]);
    },
    { timeoutMs: 60_000 },
  );

describe("a service with push keys", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(billing.address, settings);
  });
  afterAll(() => service.stop());

  it("pushes each settled pick once to each device, encrypted for it and signed by the key of the installation", async () => {
    const [reader, paused, off] = [1, 2, 3].map(() => newSubscriber(billing));
    await turnOn(service, present(reader), "phone");
    await turnOn(service, present(reader), "laptop");
    await turnOn(service, present(paused), "paused");
    const ids = [
      await predict(service, present(reader), 1),
      await predict(service, present(reader), 2),
    ];
    await predict(service, present(paused), 1);
    await predict(service, present(off), 1);
    await service.post("/api/guardrails/time-out", { days: 7 }, as(present(paused)));

    await service.post("/internal/slate/advance", { days: 9 });
    await allSent(service.time);
    await service.post("/internal/slate/advance", { days: 1 });
    await allSent(service.time);

    for (const device of ["phone", "laptop"]) {
      const messages = pushService.to(device);
      expect(messages.map(({ content }) => content.predictionId).toSorted()).toEqual(
        ids.toSorted(),
      );
      expect(new Set(messages.map(({ topic }) => topic)).size).toBe(2);
    }
    expect(pushService.to("paused")).toEqual([]);
    const { content, vapid: token, ttl, topic } = present(pushService.to("phone")[0]);
    expect(content.title).toMatch(/^Pick settled: (won|lost|push, stake back|void, stake back)$/);
    expect(content.body).toMatch(/ vs .+, NBA$/);
    expect(content.body).not.toContain("$");
    expect(topic).toMatch(/^[\w-]{32}$/);
    expect(ttl).toBe(86_400);
    expect(token).toMatchObject({
      alg: "ES256",
      publicKey,
      aud: pushService.origin,
      sub: "https://orbline.test",
    });
    const leftSeconds = token.exp - Date.now() / 1_000;
    expect(leftSeconds).toBeGreaterThan(0);
    expect(leftSeconds).toBeLessThanOrEqual(86_400);
  });

  it("lists devices by their browser, and lets their user alone remove them", async () => {
    const [owner, other] = [newSubscriber(billing), newSubscriber(billing)];
    await turnOn(service, owner, "first");
    const phone = pushService.subscribe("second");
    await service.post("/api/push-devices", phone, as(owner, chrome));
    const devices = await devicesOf(service, owner);
    expect(devices.map(({ name }) => name).toSorted()).toEqual([
      "Chrome on Android",
      "Firefox on Linux",
    ]);
    const { id } = present(devices[0]);
    expect((await service.delete(`/api/push-devices/${id}`, as(other))).status).toBe(204);
    expect(await devicesOf(service, owner)).toHaveLength(2);
    expect((await service.delete(`/api/push-devices/${id}`, as(owner))).status).toBe(204);
    expect(await devicesOf(service, owner)).toHaveLength(1);
    expect((await service.delete("/api/push-devices/x", as(owner))).status).toBe(400);
    expect((await service.get("/api/push-devices")).status).toBe(401);
    expect((await service.post("/api/push-devices", phone)).status).toBe(401);
  });

  it("forgets a device that signs out, by its endpoint and without a session", async () => {
    const reader = newSubscriber(billing);
    const { endpoint } = await turnOn(service, reader, "shared");
    await predict(service, reader, 1);
    const forget = (address: string) =>
      service.post("/api/push-devices/forget", { endpoint: address });
    expect((await forget(`${endpoint}x`)).status).toBe(204);
    expect(await devicesOf(service, reader)).toHaveLength(1);
    expect((await forget(endpoint)).status).toBe(204);
    expect(await devicesOf(service, reader)).toEqual([]);
    await service.post("/internal/slate/advance", { days: 9 });
    await allSent(service.time);
    expect(pushService.to("shared")).toEqual([]);
  });

  it("pushes to the last user alone who turned a browser on", async () => {
    const [earlier, later] = [newSubscriber(billing), newSubscriber(billing)];
    const browser = await turnOn(service, earlier, "handed-on");
    await predict(service, earlier, 1);
    const own = await predict(service, later, 1);
    expect((await service.post("/api/push-devices", browser, as(later))).status).toBe(204);
    expect(await devicesOf(service, earlier)).toEqual([]);
    await service.post("/internal/slate/advance", { days: 9 });
    await allSent(service.time);
    const pushed = pushService.to("handed-on").map(({ content }) => content.predictionId);
    expect(pushed).toEqual([own]);
  });

  it("takes ten devices of a user, also when more come at the same time", async () => {
    const reader = newSubscriber(billing);
    const add = (device: string) =>
      service.post("/api/push-devices", pushService.subscribe(device), as(reader));
    await Promise.all(Array.from({ length: 14 }, (_, n) => add(`many-${n}`)));
    expect((await devicesOf(service, reader)).length).toBeLessThanOrEqual(10);
    for (let n = 0; (await devicesOf(service, reader)).length < 10; n += 1) await add(`more-${n}`);
    const { status, body } = await add("one-too-many");
    expect([status, (body as { code: string }).code]).toEqual([409, "push.too_many"]);
    expect(await devicesOf(service, reader)).toHaveLength(10);
  });

  it("exports devices without their keys and addresses, and erases them", async () => {
    const reader = newSubscriber(billing);
    const { endpoint, keys } = await turnOn(service, reader, "private");
    const userData = testGrpc<UserDataServiceDefinition>({
      ...userDataService,
      port: service.grpcPort,
      caller: "identity",
    });
    const { json } = await userData.ExportUser({ userId: reader, cursor: "" });
    expect(JSON.parse(json)).toMatchObject({
      pushDevices: [{ name: "Firefox on Linux", pushService: new URL(endpoint).host }],
    });
    for (const secret of [endpoint, keys.auth, keys.p256dh]) expect(json).not.toContain(secret);
    await userData.EraseUser({ userId: reader });
    expect(await database.tracesOf(reader)).toBe(0);
    userData.close();
  });
});

describe("a service that allows no loopback address", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(billing.address, vapid);
  });
  afterAll(() => service.stop());

  it.each([
    ["http", "http://fcm.googleapis.com/fcm/send/1"],
    ["an IP address", "https://169.254.169.254/latest"],
    ["the loopback address", "http://127.0.0.1:8103/internal/slate/advance"],
    ["localhost", "https://localhost/push"],
    ["another host", "https://example.com/push"],
  ])("refuses a subscription at %s", async (_what, endpoint) => {
    const reader = newSubscriber(billing);
    const { keys } = pushService.subscribe("elsewhere");
    const add = (body: object) => service.post("/api/push-devices", body, as(reader));
    const refused = await add({ endpoint, keys });
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([
      400,
      "push.subscription",
    ]);
    const known = "https://fcm.googleapis.com/fcm/send/1";
    const offCurve = { ...keys, p256dh: `B${"A".repeat(86)}` };
    expect((await add({ endpoint: known, keys: offCurve })).status).toBe(400);
    expect((await add({ endpoint: known, keys: { ...keys, auth: "short" } })).status).toBe(400);
    expect(await devicesOf(service, reader)).toEqual([]);
  });
});

it("is off without keys, and replaces the devices of an earlier key, which do not count", async () => {
  const service = await startService(billing.address, settings);
  const reader = newSubscriber(billing);
  for (let n = 0; n < 10; n += 1) await turnOn(service, reader, `of-old-key-${n}`);
  await predict(service, reader, 1);
  await service.stop();

  const off = await startService(billing.address);
  const { body } = await off.get("/api/push-devices", as(reader));
  expect(body).toEqual({ vapidPublicKey: null, devices: [] });
  const refused = await off.post("/api/push-devices", pushService.subscribe("new"), as(reader));
  expect(refused.status).toBe(404);
  await off.stop();

  const next = webPush.generateVAPIDKeys();
  const rotated = await startService(billing.address, {
    ...settings,
    VAPID_PUBLIC_KEY: next.publicKey,
    VAPID_PRIVATE_KEY: next.privateKey,
  });
  expect(await devicesOf(rotated, reader)).toEqual([]);
  await turnOn(rotated, reader, "of-new-key");
  await rotated.post("/internal/slate/advance", { days: 9 });
  await allSent(rotated.time);
  expect(pushService.to("of-old-key-0")).toEqual([]);
  expect(pushService.to("of-new-key")).toHaveLength(1);
  expect(await database.collection("push_devices").countDocuments({ userId: reader })).toBe(1);
  await rotated.stop();
});

it("sends again after a failure, follows no redirect, and removes a device whose subscription has ended", async () => {
  const env = { ...testEnv(billing.address), ...settings, SETTLE_SECONDS: "0.2" };
  const service = await processes.start(env);
  const reader = newSubscriber(billing);
  await turnOn(service, reader, "flaky");
  await turnOn(service, reader, "gone");
  await turnOn(service, reader, "ended");
  const id = await predict(service, reader, 1);
  pushService.answer("flaky", [503, 307]);
  pushService.answer("gone", [410]);
  pushService.answer("ended", [404]);
  await service.post("/internal/slate/advance", { days: 9 });
  await allSent();
  expect(pushService.to("flaky").map(({ content }) => content.predictionId)).toEqual([id]);
  const failures = pushService.refused.map(({ device, status }) => `${device} ${status}`);
  expect(failures.toSorted()).toEqual(["ended 404", "flaky 307", "flaky 503", "gone 410"]);
  const left = await database.collection("push_devices").find({ userId: reader }).toArray();
  expect(left.map(({ subscription }) => (subscription as { endpoint: string }).endpoint)).toEqual([
    `${pushService.origin}/push/flaky`,
  ]);
  await service.kill();
});

it("loses no push and sends none twice while two processes settle and one is killed", async () => {
  const env = { ...testEnv(billing.address), ...settings, SETTLE_SECONDS: "0.2" };
  const first = await processes.start(env);
  const second = await processes.start(env);
  // As many as the limit of a day allows: two processes count a pick once.
  const devices = ["steady", "calm"];
  const ids: string[] = [];
  for (const device of devices) {
    const reader = newSubscriber(billing);
    await turnOn(first, reader, device);
    for (let n = 1; n <= 10; n += 1) ids.push(await predict(first, reader, n));
  }
  const advanced = first.post("/internal/slate/advance", { days: 9 }).catch(() => undefined);
  const received = () => devices.flatMap((device) => pushService.to(device));
  await eventually(() => expect(received().length).toBeGreaterThan(0), { timeoutMs: 60_000 });
  await first.kill();
  await advanced;
  await database.endLeases("pending_pushes");
  await second.post("/internal/slate/advance", { days: 9 });
  await allSent();
  const pushed = received().map(({ content }) => content.predictionId);
  expect(new Set(pushed)).toEqual(new Set(ids));
  // Only the messages that were being sent at the kill may come twice.
  expect(pushed.length - ids.length).toBeLessThanOrEqual(4);
}, 180_000);
