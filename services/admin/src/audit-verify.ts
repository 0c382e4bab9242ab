import { parseArgs } from "node:util";
import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { connectBroker } from "@orbline/kit/kafka/operator";
import { operatorTarget } from "@orbline/kit/kafka/target";
import { auditHead } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";
import { readAuditVerifyConfig } from "./config.ts";
import { type AuditHead, checkChain } from "./store/audit-chain.ts";
import { auditEntries } from "./store/audit-log.ts";

const usage = `Checks that no entry of the audit log was changed, removed or inserted.

  npm run audit:verify [-- --noted 42:9f86d081…] [--offline]

Compares the log with the heads on the topic admin.audit_heads: they show whether entries were removed at the end or the
whole log was rewritten. Prints the number and hash of the last entry; keep them elsewhere and pass them later, and the
topic need not be trusted either. Without Kafka, --offline checks the log alone. The key is in AUDIT_KEY. The exit code is
1 when something is wrong.
`;

function readNoted(text: string | undefined) {
  if (text === undefined) return undefined;
  const [, number, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!number || !hash) throw new Error("--noted must be a number, a colon and a hash");
  return { number: Number(number), hash };
}

async function main(options: { noted?: string; offline?: boolean }): Promise<string> {
  const { MONGO_URL, AUDIT_KEY: key, ...topic } = readAuditVerifyConfig();
  const written = readNoted(options.noted);
  const published = options.offline ? [] : await readPublished(topic);
  const logger = createLogger({ service: "audit-verify", level: "silent" });
  const connection = await connectMongo({ url: MONGO_URL, logger });
  try {
    const entries = auditEntries(connection).find().sort({ _id: 1 });
    const noted = [...published, ...(written ? [written] : [])];
    const { length, head, fault } = await checkChain(entries, { key, noted });
    if (fault) throw new Error(`${fault}; the ${length} entries before are intact`);
    const heads = options.offline ? "no head" : `${published.length} published heads`;
    return `${length} entries, intact, compared with ${heads}; last ${length}:${head}\n`;
  } finally {
    await connection.close();
  }
}

/** The heads that admin has published. */
async function readPublished({
  NAMESPACE,
  ...config
}: Omit<ReturnType<typeof readAuditVerifyConfig>, "MONGO_URL">): Promise<AuditHead[]> {
  const heads: AuditHead[] = [];
  const topic = topicIn(NAMESPACE, topics.auditHeads).name;
  const kafka = await connectBroker(operatorTarget(config));
  await kafka.readTopics([topic], ({ value }) => {
    if (value) heads.push(auditHead.decode(value));
  });
  return heads;
}

try {
  const options = {
    noted: { type: "string" },
    offline: { type: "boolean" },
    help: { type: "boolean" },
  } as const;
  const { values } = parseArgs({ options });
  process.stdout.write(values.help ? usage : await main(values));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
