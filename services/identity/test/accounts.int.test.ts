import { connectRedis } from "@orbline/kit/redis";
import { createLogger } from "@orbline/kit/logger";
import { hashSessionId, sessionKey } from "@orbline/kit/session";
import { testEngines } from "@orbline/kit/testing/engines";
import { userSchema, type User } from "@orbline/proto/http/identity";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sessionIn, startService } from "./service.ts";

let service: Awaited<ReturnType<typeof startService>>;
let redis: Awaited<ReturnType<typeof connectRedis>>;

beforeAll(async () => {
  service = await startService();
  const logger = createLogger({ service: "test", level: "silent" });
  redis = await connectRedis({ url: testEngines().redisUrl, logger });
});
afterAll(async () => {
  redis.destroy();
  await service.stop();
});

const password = "Correct-horse-1";
const signedIn = (user: User, sessionId: string) => ({
  kind: "user" as const,
  userId: user.id,
  role: user.role,
  sid: hashSessionId(sessionId),
});

describe("an account", () => {
  it("is registered, signed out, signed in and seen by its owner", async () => {
    const registered = await service.post("/api/register", { username: "Jo.Doe", password });
    expect(registered.status).toBe(201);
    const user = userSchema.strict().parse(registered.body);
    expect(user).toMatchObject({
      username: "Jo.Doe",
      email: null,
      emailVerified: false,
      phone: null,
      role: "user",
      subscriptionTier: "free",
      subscriptionStatus: "none",
      subscriptionEndDate: null,
    });

    const first = sessionIn(registered);
    const as = signedIn(user, first);
    expect((await service.get("/api/user", { as })).body).toEqual(user);

    const left = await service.post("/api/logout", undefined, { as });
    expect(left.status).toBe(204);
    expect(left.headers.getSetCookie()[0]).toMatch(/^__Host-sid=; .*Max-Age=0/);
    expect(await redis.get(sessionKey(as.sid))).toBeNull();

    const again = await service.post("/api/login", { username: "jo.doe", password });
    expect(again).toMatchObject({ status: 200, body: user });
    const second = sessionIn(again);
    expect(second).toMatch(/^[\w-]{43}$/);
    expect(second).not.toBe(first);
    expect(await redis.get(sessionKey(hashSessionId(second)))).toContain(user.id);
    expect(again.headers.getSetCookie()[0]).toMatch(/Secure/);
  });
});
