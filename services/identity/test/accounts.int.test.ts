import { createLogger } from "@orbline/kit/observability/logger";
import { connectRedis } from "@orbline/kit/redis/connection";
import { hashSecret } from "@orbline/kit/http/cookies";
import { sessionKey } from "@orbline/kit/redis/sessions";
import { testEngines } from "@orbline/kit/testing/engines";
import { userSchema } from "@orbline/proto/http/identity/user";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAccounts } from "./engines.ts";
import { callerIn, newName, password, sessionIn, startService } from "./service.ts";

let service: Awaited<ReturnType<typeof startService>>;
let accounts: Awaited<ReturnType<typeof openAccounts>>;
let redis: Awaited<ReturnType<typeof connectRedis>>;

beforeAll(async () => {
  service = await startService();
  accounts = await openAccounts(testEngines().mongoUrl);
  const logger = createLogger({ service: "test", level: "silent" });
  redis = await connectRedis({ url: testEngines().redisUrl, logger });
});
afterAll(async () => {
  redis.destroy();
  await accounts.close();
  await service.stop();
});

describe("an account", () => {
  it("is registered, signed out, signed in and shown to its owner", async () => {
    const registered = await service.post("/api/register", { username: "Jo.Doe", password });
    expect(registered.status).toBe(201);
    const user = userSchema.strict().parse(registered.body);
    expect(user).toMatchObject({
      username: "Jo.Doe",
      email: null,
      emailVerified: false,
      hasPassword: true,
      phone: null,
      role: "user",
      subscriptionTier: "free",
      subscriptionStatus: "none",
      subscriptionEndDate: null,
    });

    const as = callerIn(registered);
    expect((await service.get("/api/user", { as })).body).toEqual(user);

    const left = await service.post("/api/logout", undefined, { as });
    expect(left.status).toBe(204);
    expect(left.headers.getSetCookie()[0]).toMatch(/^__Host-sid=; .*Max-Age=0/);
    expect(await redis.get(sessionKey(as.sessionId))).toBeNull();

    const again = await service.post("/api/login", { username: "jo.doe", password });
    expect(again).toMatchObject({ status: 200, body: user });
    expect(again.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax; Secure/);
    const sessionId = sessionIn(again);
    expect(sessionId).toMatch(/^[\w-]{43}$/);
    expect(hashSecret(sessionId)).not.toBe(as.sessionId);
    expect(await redis.get(sessionKey(hashSecret(sessionId)))).toContain(user.id);
  });

  it("gets a new session at a login and loses the earlier one of the browser", async () => {
    const username = newName();
    const earlier = callerIn(await service.post("/api/register", { username, password }));
    const again = await service.post("/api/login", { username, password }, { as: earlier });
    expect(await redis.get(sessionKey(earlier.sessionId))).toBeNull();
    expect(await redis.get(sessionKey(callerIn(again).sessionId))).toContain(earlier.userId);
  });

  it("stores the email in lower case, the time of consent, and no placeholder phone", async () => {
    const username = newName();
    const given = { email: "Some.One@Example.com", phone: "000-000-0000", termsAccepted: true };
    const { body } = await service.post("/api/register", { username, password, ...given });
    expect(body).toMatchObject({ email: "some.one@example.com", phone: null });
    const stored = await accounts.users.findOne({ username });
    expect(stored?.["termsAcceptedAt"]).toBeInstanceOf(Date);
    expect(stored).not.toHaveProperty("phone");
    expect(String(stored?.["passwordHash"])).toMatch(/^\$argon2id\$/);
  });

  it("stores no email and no phone for empty fields, any number of times", async () => {
    for (const username of [newName(), newName()]) {
      const answer = await service.post("/api/register", {
        username,
        password,
        email: "",
        phone: "",
      });
      expect(answer).toMatchObject({ status: 201, body: { email: null, phone: null } });
    }
  });

  it("is refused with 401 without a session and after its deletion", async () => {
    expect(await service.get("/api/user")).toMatchObject({
      status: 401,
      body: { code: "session.required", message: "Please sign in first." },
    });
    const as = { kind: "user", userId: "usr_gone", role: "user", sessionId: "gone" } as const;
    expect((await service.get("/api/user", { as })).status).toBe(401);
  });

  it("can be signed out without a session", async () => {
    const left = await service.post("/api/logout", {});
    expect(left.status).toBe(204);
    expect(left.headers.getSetCookie()[0]).toMatch(/^__Host-sid=; .*Max-Age=0/);
  });
});

describe("usernames and emails", () => {
  it("are assigned to one of twenty concurrent registrations", async () => {
    const username = newName();
    const tries = Array.from({ length: 20 }, () =>
      service.post("/api/register", { username, password }),
    );
    const answers = await Promise.all(tries);
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body).toMatchObject({
        code: "username.taken",
        message: "This username is already taken.",
      });
    expect(
      await accounts.users.countDocuments({ username: new RegExp(`^${username}$`, "i") }),
    ).toBe(1);
  });

  it("are refused with email.taken when two registrations use the same email at once", async () => {
    const email = "twice@example.com";
    const answers = await Promise.all(
      [newName(), newName()].map((username) =>
        service.post("/api/register", { username, password, email }),
      ),
    );
    const [first, second] = answers.toSorted((a, b) => a.status - b.status);
    expect(first?.status).toBe(201);
    expect(second).toMatchObject({
      status: 409,
      body: { code: "email.taken", message: "This email address is already registered." },
    });
  });

  it.each(["admin_jo", "Admin_Jo", "support", "ORBLINE"])(
    "are refused when reserved: %s",
    async (username) => {
      const answer = await service.post("/api/register", { username, password });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: "username.reserved", issues: [{ path: "username" }] },
      });
      expect(await accounts.users.findOne({ username })).toBeNull();
    },
  );
});
