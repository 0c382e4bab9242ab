import { testEngines } from "@orbline/kit/testing/engines";
import { errorBodySchema } from "@orbline/proto/http/errors";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAccounts } from "./engines.ts";
import { password, startService } from "./service.ts";

let service: Awaited<ReturnType<typeof startService>>;
let accounts: Awaited<ReturnType<typeof openAccounts>>;

beforeAll(async () => {
  service = await startService();
  accounts = await openAccounts(testEngines().mongoUrl);
});
afterAll(async () => {
  await accounts.close();
  await service.stop();
});

const posts = ["/api/register", "/api/login", "/api/logout"];
const valid = { username: "victim", password };
type Answer = { status: number; body: unknown; headers: Headers };

/** The parts of a refusal. Its body has only the fields of an error. */
const refusal = ({ status, body, headers }: Answer) => {
  const { message } = errorBodySchema.strict().parse(body);
  return { status, message, cookies: headers.getSetCookie() };
};
const refused = (status: number, message: RegExp) => ({
  status,
  message: expect.stringMatching(message) as string,
  cookies: [],
});

describe.each(posts)("POST %s", (path) => {
  it.each([
    ["broken JSON", '{"username":', 400, /not valid JSON/],
    ["an array", "[]", 400, /object/],
    ["a number", "7", 400, /object/],
    [
      "a key that changes the prototype",
      '{"__proto__":{"role":"admin"},"username":"victim","password":"Correct-horse-1"}',
      400,
      /__proto__/,
    ],
    ["an unknown field", JSON.stringify({ ...valid, isAdmin: true }), 400, /isAdmin/],
    ["one megabyte", JSON.stringify({ username: "x".repeat(1_000_000) }), 413, /too large/],
  ])("refuses %s", async (_what, body, status, message) => {
    expect(refusal(await service.postRaw(path, body))).toEqual(refused(status, message));
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])(
    "refuses the content type %s with a message",
    async (type) => {
      const headers = { "content-type": type };
      const answer = await service.postRaw(path, JSON.stringify(valid), { headers });
      expect(refusal(answer)).toEqual(refused(415, /application\/json/));
    },
  );

  it("refuses requests without the gateway's assertion", async () => {
    const response = await fetch(`http://127.0.0.1:${service.port}${path}`, { method: "POST" });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "assertion.missing" });
  });

  it("responds with 404 to other methods", async () => {
    expect(refusal(await service.get(path))).toEqual(refused(404, /No route GET/));
  });
});

describe("register", () => {
  it.each([
    ["no username", { password }, /Username must be at least 3/],
    ["a short username", { ...valid, username: "jo" }, /Username must be at least 3/],
    ["a long username", { ...valid, username: "j".repeat(33) }, /at most 32/],
    ["a username with a space", { ...valid, username: "jo doe" }, /letters, numbers/],
    ["a username with a dollar", { ...valid, username: "$where" }, /letters, numbers/],
    ["a username that is an object", { ...valid, username: { $ne: "" } }, /Username/],
    ["a short password", { ...valid, password: "Ab1" }, /at least 8 characters/],
    ["a password without capital", { ...valid, password: "lower-case-1" }, /capital letter/],
    ["a password without number", { ...valid, password: "Only-Letters" }, /one number/],
    ["a long password", { ...valid, password: `A1${"b".repeat(127)}` }, /at most 128/],
    ["a password that is a number", { ...valid, password: 12_345_678 }, /Password/],
    ["a wrong email", { ...valid, email: "jo@" }, /valid email/],
    ["a null email", { ...valid, email: null }, /email/],
    ["a short phone", { ...valid, phone: "12" }, /valid phone/],
    ["an unknown plan", { ...valid, plan: "golden" }, /subscription plan/],
    ["consent that is a string", { ...valid, termsAccepted: "yes" }, /termsAccepted/],
  ])("refuses %s", async (_what, body, message) => {
    expect(refusal(await service.post("/api/register", body))).toEqual(refused(400, message));
  });

  it.each([
    { role: "admin" },
    { subscriptionTier: "premium" },
    { subscriptionStatus: "active" },
    { subscription: { status: "active" } },
    { emailVerified: true },
    { id: "usr_1" },
    { passwordHash: "hash" },
  ])("refuses fields that only the product sets: %o", async (extra) => {
    const [field = ""] = Object.keys(extra);
    const answer = await service.post("/api/register", { ...valid, ...extra });
    expect(refusal(answer)).toEqual(refused(400, new RegExp(field)));
  });
});

describe("login", () => {
  it.each([
    ["nothing", {}, /Username must be at least 3/],
    ["a username that is an object", { ...valid, username: { $gt: "" } }, /Username/],
    ["a password that is an object", { ...valid, password: { $gt: "" } }, /Password/],
    ["a short password", { ...valid, password: "12345" }, /at least 6 characters/],
    ["a long password", { ...valid, password: "x".repeat(129) }, /at most 128/],
  ])("refuses %s", async (_what, body, message) => {
    expect(refusal(await service.post("/api/login", body))).toEqual(refused(400, message));
  });
});

it("stores nothing from refused requests", async () => {
  expect(await accounts.users.countDocuments({})).toBe(0);
});
