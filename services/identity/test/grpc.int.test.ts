import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { testGrpc } from "@orbline/kit/testing/grpc";
import { testTokens } from "@orbline/kit/testing/keys";
import type { IdentityServiceDefinition } from "@orbline/proto/gen/identity/v1/IdentityService";
import { securityEventsResponseSchema } from "@orbline/proto/http/identity/security";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAccounts } from "./engines.ts";
import { newName, password, startService } from "./service.ts";

let service: Awaited<ReturnType<typeof startService>>;
let accounts: Awaited<ReturnType<typeof openAccounts>>;
const clients: { close: () => void }[] = [];

beforeAll(async () => {
  service = await startService();
  accounts = await openAccounts(testEngines().mongoUrl);
});
afterAll(async () => {
  for (const client of clients) client.close();
  await accounts.close();
  await service.stop();
});

const identityAs = (caller: string, token?: string) => {
  const client = testGrpc<IdentityServiceDefinition>({
    file: "identity/v1/identity.proto",
    name: "identity.v1.IdentityService",
    port: service.grpcPort,
    caller,
    token,
  });
  clients.push(client);
  return client;
};

const newInput = () => {
  const username = newName();
  return { username, password, email: `${username}@example.com` };
};

describe("SignUp", () => {
  it("opens an account and a session", async () => {
    const input = newInput();
    const answer = await identityAs("billing").SignUp({ ...input, phone: "000-000-0000" });
    expect(answer).toMatchObject({
      created: true,
      user: { username: input.username, email: input.email, role: "user", version: 1 },
    });
    expect(answer.user).not.toHaveProperty("phone");
    expect(answer.sessionCookie).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly/);
    expect(await service.post("/api/login", { username: input.username, password })).toMatchObject({
      status: 200,
      body: { id: answer.user?.id },
    });
  });

  it("takes a username of two characters, and the login too", async () => {
    const input = { ...newInput(), username: "jo" };
    expect(await identityAs("billing").SignUp(input)).toMatchObject({ created: true });
    const login = await service.post("/api/login", { username: "jo", password });
    expect(login).toMatchObject({ status: 200, body: { username: "jo" } });
  });

  it("signs in when the same sign-up is repeated, also concurrently", async () => {
    const input = newInput();
    const billing = identityAs("billing");
    const answers = await Promise.all([1, 2, 3, 4].map(() => billing.SignUp(input)));
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(new Set(answers.map(({ user }) => user?.id)).size).toBe(1);
    expect(new Set(answers.map(({ sessionCookie }) => sessionCookie)).size).toBe(4);
  });

  it.each([
    ["another password", { password: "Another-horse-2" }, "username.taken"],
    ["another email", { email: "other@example.com" }, "username.taken"],
    ["another name", { username: "another-name" }, "email.taken"],
  ])("refuses a known account with %s", async (_what, change, code) => {
    const input = newInput();
    const billing = identityAs("billing");
    await billing.SignUp(input);
    await expect(billing.SignUp({ ...input, ...change })).rejects.toMatchObject({
      kind: "conflict",
      code,
    });
  });

  it.each([
    ["a reserved name", { username: "admin_mallory" }, /reserved/],
    ["a short name", { username: "a" }, /^Username must be at least 2 characters$/],
    ["a weak password", { password: "weak" }, /at least 8/],
    ["a wrong email", { email: "nowhere" }, /valid email/],
  ])("refuses %s and stores nothing", async (_what, change, message) => {
    const input = { ...newInput(), ...change };
    await expect(identityAs("billing").SignUp(input)).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringMatching(message) as string,
    });
    expect(await accounts.users.findOne({ username: input.username })).toBeNull();
  });

  it("throttles guesses of a password, and shows them to the owner", async () => {
    const input = newInput();
    const billing = identityAs("billing");
    const { user } = await billing.SignUp(input);
    const wrong = { ...input, password: "Wrong-horse-1" };
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(billing.SignUp(wrong)).rejects.toMatchObject({ kind: "conflict" });
    // A slow machine may check the next password after the first wait of a second has ended.
    await eventually(() =>
      expect(billing.SignUp(wrong)).rejects.toMatchObject({
        kind: "rate-limited",
        message: expect.stringMatching(/in [4-9] seconds/) as string,
      }),
    );
    await expect(billing.SignUp(input)).rejects.toMatchObject({ kind: "rate-limited" });
    const as = { kind: "user", userId: user?.id ?? "", role: "user", sessionId: "0" } as const;
    await eventually(async () => {
      const { body } = await service.get("/api/security-events", { as });
      const { events } = securityEventsResponseSchema.parse(body);
      const refused = events.filter(({ outcome }) => outcome === "refused");
      expect(refused.map(({ action, reason }) => `${action} ${reason}`).toSorted()).toEqual([
        "sign-in login.failed",
        "sign-in login.throttled",
      ]);
    });
  });
});

describe("GetUser", () => {
  it("finds an account by id, and by name and email in any case", async () => {
    const input = newInput();
    const billing = identityAs("billing");
    const { user } = await billing.SignUp(input);
    for (const key of [
      { id: user?.id ?? "" },
      { username: input.username.toUpperCase() },
      { email: input.email.toUpperCase() },
    ])
      expect((await billing.GetUser(key)).user).toEqual(user);
  });

  it("refuses an unknown account and a missing key", async () => {
    const billing = identityAs("billing");
    await expect(billing.GetUser({ id: "usr_nobody" })).rejects.toMatchObject({
      kind: "not-found",
      code: "user.not-found",
    });
    await expect(billing.GetUser({})).rejects.toMatchObject({ kind: "invalid" });
  });
});

describe("a gRPC caller", () => {
  it("may call only the methods that allow it", async () => {
    await expect(identityAs("prediction").SignUp(newInput())).rejects.toMatchObject({
      kind: "forbidden",
      code: "caller.forbidden",
    });
    await expect(identityAs("admin").GetUser({ username: "jo" })).rejects.toMatchObject({
      kind: "forbidden",
    });
  });

  it("is refused without its own token", async () => {
    for (const [caller, token] of [
      ["billing", testTokens["admin"]],
      ["billing", ""],
      ["stranger", testTokens["billing"]],
    ] as const)
      await expect(identityAs(caller, token).GetUser({ username: "jo" })).rejects.toMatchObject({
        kind: "unauthenticated",
      });
  });
});
