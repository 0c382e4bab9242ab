import { eventually } from "@orbline/kit/testing/eventually";
import { afterAll, beforeAll, expect, it } from "vitest";
import { passwordCost } from "../src/security/passwords.ts";
import { newName, password, startService } from "./service.ts";

let service: Awaited<ReturnType<typeof startService>>;
let ips = 0;

beforeAll(async () => {
  // One test measures the time of a password.
  service = await startService({}, undefined, passwordCost);
});
afterAll(() => service.stop());

/** Passwords are slow to check, and some waits are part of the tests. */
const patience = { timeout: 120_000 };

const newIp = () => `203.0.113.${(ips += 1)}`;

const newAccount = async () => {
  const username = newName();
  const account = { username, password, email: emailOf(username) };
  expect((await service.post("/api/register", account)).status).toBe(201);
  return username;
};

const emailOf = (username: string) => `${username}@example.com`;

const logIn = (username: string, given: string, ip = newIp()) =>
  service.post("/api/login", { username, password: given }, { headers: { "x-client-ip": ip } });

const failureMs = async (username: string) => {
  const startedAt = performance.now();
  const { status } = await logIn(username, "wrong-password");
  expect(status).toBe(401);
  return performance.now() - startedAt;
};

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const strip = ({ status, body }: Awaited<ReturnType<typeof logIn>>) => ({
  status,
  body: { ...(body as object), requestId: "" },
});

it("responds alike to an unknown user and a wrong password", async () => {
  const known = await logIn(await newAccount(), "wrong-password");
  const unknown = await logIn(newName(), "wrong-password");
  expect(known.status).toBe(401);
  expect(known.body).toMatchObject({
    code: "login.failed",
    message: "Incorrect username or password.",
  });
  expect(strip(unknown)).toEqual(strip(known));
});

it("accepts the email in any case and responds alike to an unknown email and a wrong password", async () => {
  const username = await newAccount();
  const entered = await logIn(emailOf(username).toUpperCase(), password);
  expect(entered).toMatchObject({ status: 200, body: { username } });
  const known = await logIn(emailOf(username), "wrong-password");
  const unknown = await logIn(emailOf(newName()), "wrong-password");
  expect(known).toMatchObject({ status: 401, body: { code: "login.failed" } });
  expect(strip(unknown)).toEqual(strip(known));
});

it("takes the same time for an unknown user and a wrong password", patience, async () => {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let account = 0; account < 3; account += 1) {
    const username = await newAccount();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      times.known.push(await failureMs(username));
      times.unknown.push(await failureMs(newName()));
    }
  }
  const ratio = (median(times.unknown) ?? 0) / (median(times.known) ?? 0);
  // Without the hash, the response would take a twentieth of the time.
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

/** Fails until the wait is longer than a slow machine needs for the next request. */
const failUntilThrottled = (attempt: () => ReturnType<typeof logIn>) =>
  eventually(async () => {
    const refused = await attempt();
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3);
    return refused;
  });

it(
  "delays guesses of an account's password and lets its owner in after the delay",
  patience,
  async () => {
    const username = await newAccount();
    const guess = () => logIn(username, "wrong-password");
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await guess()).status).toBe(401);
    const refused = await failUntilThrottled(guess);
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: "login.throttled",
        message: `Too many attempts to sign in. Please try again in ${refused.headers.get("retry-after")} seconds.`,
      },
    });
    for (const name of [username.toUpperCase(), emailOf(username)])
      expect((await logIn(name, password)).status).toBe(429);
    await eventually(async () => expect((await logIn(username, password)).status).toBe(200));
    for (let attempt = 0; attempt < 4; attempt += 1) expect((await guess()).status).toBe(401);
  },
);

it("delays an IP address that tries many accounts, and no other address", patience, async () => {
  const username = await newAccount();
  const ip = newIp();
  const guess = () => logIn(newName(), "wrong-password", ip);
  for (let attempt = 0; attempt < 30; attempt += 1) expect((await guess()).status).toBe(401);
  await failUntilThrottled(guess);
  expect((await logIn(username, password, ip)).status).toBe(429);
  expect((await logIn(username, password)).status).toBe(200);
});
