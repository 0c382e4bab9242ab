import { assertionHeader, assertionVerifier } from "@orbline/kit/auth";
import { sessionKey } from "@orbline/kit/redis/sessions";
import { eventually } from "@orbline/kit/testing/eventually";
import { testEngines } from "@orbline/kit/testing/engines";
import { testKeys } from "@orbline/kit/testing/keys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "../src/routes.ts";
import { type Harness, startHarness } from "./harness.ts";

let gateway: Harness;

beforeAll(async () => {
  gateway = await startHarness(testEngines().redisUrl);
});
afterAll(() => gateway.stop());

const verify = (audience: string) => assertionVerifier({ publicKey: testKeys.publicKey, audience });

const getUser = (cookie?: string) =>
  gateway.send({ path: "/api/user", headers: cookie ? { cookie } : {} });

describe("sessions", () => {
  it("forwards a signed-in caller with an assertion for that service only", async () => {
    const { cookie, sessionId, userId } = await gateway.signIn();
    const { headers } = await gateway.seen({ path: "/api/user", headers: { cookie } });
    const assertion = String(headers[assertionHeader]);
    expect(verify("identity")(assertion)).toEqual({
      kind: "user",
      userId,
      role: "user",
      sessionId,
      provenAtMs: expect.any(Number) as number,
    });
    expect(() => verify("billing")(assertion)).toThrow("The assertion is not valid.");
    expect(headers["cookie"]).toBeUndefined();
  });

  it("finds the session among other cookies", async () => {
    const { cookie } = await gateway.signIn();
    expect((await getUser(`a=1; ${cookie}; b=2`)).status).toBe(200);
  });

  it("forwards an anonymous request with an anonymous assertion", async () => {
    const { headers } = await gateway.seen({ path: "/api/plans" });
    expect(verify("billing")(String(headers[assertionHeader]))).toEqual({ kind: "anonymous" });
  });

  it("reuses the assertion of a session", async () => {
    const { cookie } = await gateway.signIn();
    const assertion = async () =>
      (await gateway.seen({ path: "/api/user", headers: { cookie } })).headers[assertionHeader];
    expect(await assertion()).toBe(await assertion());
  });

  it.each([
    ["no cookie", () => undefined],
    ["a made-up cookie", () => `sid=${"A".repeat(43)}`],
    ["a malformed cookie", () => "sid=../../etc"],
    ["a cookie with the prefix of an https origin", (id: string) => `__Host-sid=${id}`],
    ["a tampered cookie", (id: string) => `sid=${id.slice(0, -1)}${id.endsWith("A") ? "B" : "A"}`],
  ])("responds 401 to %s", async (_what, cookieOf) => {
    const { sessionToken } = await gateway.signIn();
    const before = gateway.upstream.requests();
    const answer = await getUser(cookieOf(sessionToken));
    expect(answer.status).toBe(401);
    expect(answer.json()).toEqual({
      message: "Please sign in first.",
      code: "session.required",
      requestId: answer.headers["x-request-id"],
    });
    expect(gateway.upstream.requests()).toBe(before);
  });

  it("refuses a session that has ended elsewhere on the next request despite the cache", async () => {
    for (let round = 0; round < 50; round += 1) {
      const { cookie, sessionId, userId } = await gateway.signIn("user", `user-${round}`);
      expect((await getUser(cookie)).status).toBe(200);
      await gateway.sessions.delete(userId, sessionId);
      expect((await getUser(cookie)).status).toBe(401);
    }
  });

  it("does not cache a session that ends during its lookup", async () => {
    for (let round = 0; round < 50; round += 1) {
      const { cookie, sessionId, userId } = await gateway.signIn("user", `user-${round}`);
      const lookups = [getUser(cookie), getUser(cookie), getUser(cookie)];
      await gateway.sessions.delete(userId, sessionId);
      await Promise.all(lookups);
      expect((await getUser(cookie)).status).toBe(401);
    }
  });

  it("refuses a session past its absolute expiry while Redis still has it", async () => {
    const { cookie, sessionId, userId } = await gateway.signIn();
    const old = {
      userId,
      role: "user",
      createdAtMs: 0,
      seenAtMs: Date.now(),
      absoluteExpiresAtMs: 1,
    };
    await gateway.redis.set(sessionKey(sessionId), JSON.stringify(old));
    expect((await getUser(cookie)).status).toBe(401);
  });
});

describe("a call that needs a recent proof of the password", () => {
  const refund = (cookie: string) =>
    gateway.send({ method: "POST", path: "/api/admin/payments/p1/refund", headers: { cookie } });

  it("is refused more than ten minutes after the sign-in, and accepted after a new proof", async () => {
    const { cookie, sessionId } = await gateway.signIn("admin");
    expect((await refund(cookie)).status).toBe(200);
    const record = await gateway.sessions.get(sessionId);
    const old = { ...record, provenAtMs: Date.now() - 10 * 60_000 - 1 };
    await gateway.redis.set(sessionKey(sessionId), JSON.stringify(old));
    // Redis invalidates the gateway's copy of the session a moment after each change.
    await eventually(async () => expect((await refund(cookie)).status).toBe(403));
    const before = gateway.upstream.requests();
    const refused = await refund(cookie);
    expect([refused.status, refused.json()["code"]]).toEqual([403, "proof_required"]);
    expect(gateway.upstream.requests()).toBe(before);
    await gateway.sessions.renewProof(sessionId);
    const { headers } = await eventually(() =>
      gateway.seen({
        method: "POST",
        path: "/api/admin/payments/p1/refund",
        headers: { cookie },
      }),
    );
    const caller = verify("admin")(String(headers[assertionHeader]));
    expect(caller).toMatchObject({ kind: "user", sessionId });
    expect("provenAtMs" in caller && caller.provenAtMs).toBeGreaterThan(Date.now() - 60_000);
  });
});

describe("an admin without a second factor", () => {
  it("may turn it on and see the own account, and gets 403 from every admin call", async () => {
    const { cookie } = await gateway.signIn("unenrolled");
    const call = (method: string, path: string) =>
      gateway.send({ method, path, headers: { cookie } });
    for (const { method, path, access } of routes) {
      if (access !== "admin" && access !== "dashboard") continue;
      const refused = await call(method, path.replaceAll(/\{\w+\}/g, "x1"));
      expect([path, refused.status, refused.json()["code"]]).toEqual([
        path,
        403,
        "enrollment_required",
      ]);
    }
    expect((await call("GET", "/api/user")).status).toBe(200);
    expect((await call("POST", "/api/second-factor/enroll")).status).toBe(200);
  });
});

describe("roles", () => {
  const paths = [
    ["GET", "/api/admin/users/subscriptions"],
    ["GET", "/api/admin/user/64a7/subscription"],
    ["POST", "/api/admin/user/64a7/activate-subscription"],
    ["POST", "/api/admin/user/64a7/cancel-subscription"],
  ] as const;

  it.each(paths)("allows %s %s to admins only", async (method, path) => {
    const as = async (role?: "user" | "admin") =>
      gateway.send({
        method,
        path,
        headers: role ? { cookie: (await gateway.signIn(role)).cookie } : {},
      });
    expect((await as()).status).toBe(401);
    const refused = await as("user");
    expect(refused.status).toBe(403);
    expect(refused.json()["message"]).toBe(
      "Access Denied - You do not have permission to access this admin area.",
    );
    expect((await as("admin")).status).toBe(200);
  });
});
