import { parseArgs } from "node:util";
import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { readAuditVerifyConfig } from "./config.ts";
import { checkChain } from "./store/audit-chain.ts";
import { auditEntries } from "./store/audit-log.ts";

const usage = `Checks that no entry of the audit log was changed, removed or inserted.

  npm run audit:verify [-- --noted 42:9f86d081…]

Prints the number and hash of the last entry. Keep them elsewhere and pass them later: they also show whether entries
were removed at the end or the whole log was rewritten. The exit code is 1 when something is wrong.
`;

function readNoted(text: string | undefined) {
  if (text === undefined) return undefined;
  const [, number, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!number || !hash) throw new Error("--noted must be a number, a colon and a hash");
  return { number: Number(number), hash };
}

async function main(noted: ReturnType<typeof readNoted>): Promise<string> {
  const logger = createLogger({ service: "audit-verify", level: "silent" });
  const connection = await connectMongo({ url: readAuditVerifyConfig().MONGO_URL, logger });
  try {
    const entries = auditEntries(connection).find().sort({ _id: 1 });
    const { length, head, fault } = await checkChain(entries, noted);
    if (fault) throw new Error(`${fault}; the ${length} entries before are intact`);
    return `${length} entries, intact; last ${length}:${head}\n`;
  } finally {
    await connection.close();
  }
}

try {
  const options = { noted: { type: "string" }, help: { type: "boolean" } } as const;
  const { values } = parseArgs({ options });
  process.stdout.write(values.help ? usage : await main(readNoted(values.noted)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
