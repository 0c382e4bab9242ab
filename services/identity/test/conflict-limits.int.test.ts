import { afterAll, beforeAll, expect, it } from "vitest";
import { callerIn, newName, password, startService } from "./service.ts";

let service: Awaited<ReturnType<typeof startService>>;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const register = (username: string, ip: string) =>
  service.post("/api/register", { username, password }, { headers: { "x-client-ip": ip } });

it("tells a client twenty times an hour that a name is taken, and then nothing about any name", async () => {
  const taken = newName();
  expect((await register(taken, "203.0.113.9")).status).toBe(201);
  const statuses = [];
  for (let count = 0; count < 22; count += 1)
    statuses.push((await register(taken, "203.0.113.1")).status);
  expect(statuses).toEqual([...Array<number>(20).fill(409), 429, 429]);
  const refused = await register(newName(), "203.0.113.1");
  expect(refused).toMatchObject({ status: 429, body: { code: "account.throttled" } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await register(newName(), "203.0.113.2")).status).toBe(201);
});

it("tells all networks of one IPv6 customer eighty times an hour that a name is taken", async () => {
  const taken = newName();
  expect((await register(taken, "203.0.113.8")).status).toBe(201);
  const statuses: number[] = [];
  for (let network = 0; network < 5; network += 1)
    for (let count = 0; count < 20; count += 1)
      statuses.push((await register(taken, `2001:db8:7:a${network}0::1`)).status);
  expect(statuses).toEqual([...Array<number>(80).fill(409), ...Array<number>(20).fill(429)]);
});

it("does not count registrations that succeed or are refused for another reason", async () => {
  const ip = "203.0.113.3";
  const common = { username: newName(), password: "Password1" };
  for (let count = 0; count < 22; count += 1)
    await service.post("/api/register", common, { headers: { "x-client-ip": ip } });
  expect((await register(newName(), ip)).status).toBe(201);
});

it("tells a signed-in user twenty times an hour that an address is taken", async () => {
  const owner = { username: newName(), password, email: "taken@example.com" };
  await service.post("/api/register", owner);
  const as = callerIn(await service.post("/api/register", { username: newName(), password }));
  const change = { currentPassword: password, email: owner.email };
  const statuses = new Set<number>();
  for (let count = 0; count < 22; count += 1)
    statuses.add((await service.patch("/api/user", change, { as })).status);
  expect(statuses).toContain(429);
});

it("tells a client twenty times an hour that an address is taken, with however many accounts", async () => {
  const email = `${newName()}@example.com`;
  await service.post("/api/register", { username: newName(), password, email });
  const change = { currentPassword: password, email };
  const headers = { "x-client-ip": "203.0.113.4" };
  const statuses: number[] = [];
  for (let account = 0; account < 2; account += 1) {
    const as = callerIn(await service.post("/api/register", { username: newName(), password }));
    for (let count = 0; count < 12; count += 1)
      statuses.push((await service.patch("/api/user", change, { as, headers })).status);
  }
  expect(statuses).toEqual([...Array<number>(20).fill(409), ...Array<number>(4).fill(429)]);
});
