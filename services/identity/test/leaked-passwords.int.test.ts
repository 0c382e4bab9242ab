import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callerIn, newName, password, startService } from "./service.ts";

const leaked = "Kalmar-Tangent-77";
const suffix = createHash("sha1").update(leaked).digest("hex").toUpperCase().slice(5);

const leaks = createServer((_request, response) => response.end(`${suffix}:3`));
let service: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  await new Promise<void>((resolve) => void leaks.listen(0, "127.0.0.1", resolve));
  const { port } = leaks.address() as AddressInfo;
  service = await startService({ LEAK_CHECK_URL: `http://127.0.0.1:${port}/` });
});
afterAll(async () => {
  await service.stop();
  leaks.close().closeAllConnections();
});

const refusal = (path: string) => ({
  status: 400,
  body: { code: "password.leaked", issues: [{ path }] },
});

it("refuses a leaked password at registration and as a new password", async () => {
  const username = newName();
  const refused = await service.post("/api/register", { username, password: leaked });
  expect(refused).toMatchObject(refusal("password"));

  const as = callerIn(await service.post("/api/register", { username, password }));
  const change = { currentPassword: password, newPassword: leaked };
  expect(await service.post("/api/password", change, { as })).toMatchObject(refusal("newPassword"));
  expect((await service.post("/api/login", { username, password })).status).toBe(200);
});
