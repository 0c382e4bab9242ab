// npm run cluster: a product with two of everything on three Kafka brokers behind nginx, and what it must withstand
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand, secondsSince, step } from "@orbline/engines/command";
import { welcome } from "@orbline/demo/welcome";
import { repoRoot } from "@orbline/engines/paths";
import { startCluster } from "../cluster/cluster.ts";
import { proveKills } from "../cluster/kills.ts";
import { proveRolling } from "../cluster/rolling.ts";
import { measureThroughput } from "../cluster/throughput.ts";
import { adminCodeCommand, seed } from "../demo.ts";

const proofs = { rolling: proveRolling, kills: proveKills, throughput: measureThroughput };

const usage = `npm run cluster -- [${Object.keys(proofs).join("] [")}] [--port 8200]

Without a proof it runs until Ctrl-C.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: "string", default: "8200" },
    help: { type: "boolean", default: false },
  },
});

const say = (line: string) => console.log(line);

await runCommand(async () => {
  const unknown = positionals.filter((name) => !(name in proofs));
  if (values.help || unknown.length > 0) throw new Error(usage);
  const startedAt = Date.now();
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
  const limit = "1000000";
  const cluster = await step("cluster", () =>
    startCluster({
      dataDir: join(repoRoot, ".data/cluster"),
      firstPort: Number(values.port),
      // All clients have one address.
      env: {
        RATE_GENERAL_PER_MINUTE: limit,
        RATE_LOGIN_PER_MINUTE: limit,
        RATE_REGISTER_PER_MINUTE: limit,
        RATE_CHECKOUT_PER_MINUTE: limit,
        RATE_PAYMENT_READS_PER_MINUTE: limit,
        RATE_PER_USER_PER_MINUTE: limit,
        // As many for each replica as a service that runs once.
        UPSTREAM_CONCURRENCY: "128",
        PREDICTIONS_PER_MINUTE: limit,
        PREDICTIONS_PER_DAY: limit,
        KAFKA_CLIENT: process.env["KAFKA_CLIENT"] ?? "kafkajs",
      },
    }),
  );
  try {
    for (const name of positionals as (keyof typeof proofs)[]) {
      say(`\n${name}`);
      await Promise.race([
        proofs[name](cluster, say),
        stopped.then(() => Promise.reject(new Error("interrupted"))),
      ]);
    }
    if (positionals.length > 0) return;
    const { shared } = cluster.layout;
    const logins = await seed(shared);
    const adminCode = adminCodeCommand(shared.dataDir);
    const time = secondsSince(startedAt);
    say(welcome({ origin: cluster.url, time, logins, adminCode, ports: shared.ports }));
    say("Two of each program; logs in .data/cluster/logs. Ctrl-C stops everything.");
    await stopped;
  } finally {
    say("stopping");
    await cluster.stop();
  }
});
