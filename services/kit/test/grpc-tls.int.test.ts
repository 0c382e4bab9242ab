import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { UserDataServiceDefinition } from "@orbline/proto/gen/user_data/v1/UserDataService";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { serviceClient } from "../src/grpc/client.ts";
import { serveGrpc } from "../src/grpc/server.ts";
import { userDataServer, userDataService } from "../src/grpc/user-data.ts";
import { internalTls } from "../src/internal-tls.ts";
import { createLogger } from "../src/observability/logger.ts";
import { makeCertificate } from "../src/testing/certificate.ts";
import { eventually } from "../src/testing/eventually.ts";
import { testLifecycle } from "../src/testing/lifecycle.ts";

// Replicas of one service at several addresses, each with a certificate for its own address.

const token = "t".repeat(32);
const hosts = ["127.0.0.1", "127.0.0.2", "127.0.0.3"];
let folder: string;
let authority: string;
const certificates: { cert: string; key: string }[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "orbline-grpc-tls-"));
  authority = join(folder, "authority.pem");
  for (const host of hosts) certificates.push(makeCertificate(folder, host, host));
  const all = certificates.map(({ cert }) => readFileSync(cert, "utf8"));
  writeFileSync(authority, all.join(""));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settingsOf = (index: number) => ({
  INTERNAL_TLS_CA: authority,
  INTERNAL_TLS_CERT: certificates[index]?.cert ?? "",
  INTERNAL_TLS_KEY: certificates[index]?.key ?? "",
});

/** Starts a replica at one address with the certificate of an index. */
const startReplica = async (host: string, certificate: number) => {
  let calls = 0;
  const server = await serveGrpc({
    services: [
      userDataServer({
        exportUser: async () => {
          calls += 1;
          return { lists: {} };
        },
      }),
    ],
    tokens: { identity: [token] },
    host,
    port: 0,
    logger: createLogger({ service: "test", level: "silent" }),
    tls: internalTls(settingsOf(certificate)),
  });
  onTestFinished(() => server.close({ drainMs: 0 }));
  return { address: `${host}:${server.port}`, calls: () => calls };
};

const clientOf = (address: string) => {
  const { lifecycle, stop } = testLifecycle();
  onTestFinished(stop);
  const config = { GRPC_TOKEN: token, ...settingsOf(0) };
  return serviceClient<UserDataServiceDefinition>(
    { name: "identity", config, lifecycle },
    { ...userDataService, address },
  );
};

it("calls every replica in a list of addresses, each by a certificate that names its address", async () => {
  const replicas = [await startReplica("127.0.0.1", 0), await startReplica("127.0.0.2", 1)];
  const { ExportUser } = clientOf(replicas.map(({ address }) => address).join(","));
  await eventually(async () => {
    await ExportUser({ userId: "u1", cursor: "" }, { deadlineMs: 10_000 });
    expect(replicas.map(({ calls }) => calls() > 0)).toEqual([true, true]);
  });
});

it("calls no server whose certificate names none of the addresses", async () => {
  const foreign = await startReplica("127.0.0.1", 2);
  const other = await startReplica("127.0.0.2", 2);
  const { ExportUser } = clientOf(`${foreign.address},${other.address}`);
  const refused = ExportUser({ userId: "u1", cursor: "" }, { deadlineMs: 10_000 });
  await expect(refused).rejects.toMatchObject({ kind: "unavailable" });
  expect(foreign.calls() + other.calls()).toBe(0);
});
