import { parseArgs } from "node:util";
import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { readAuditVerifyConfig } from "./config.ts";
import { checkChain } from "./store/audit-chain.ts";
import { auditEntries } from "./store/mongo-audit-log.ts";

const usage = `Checks that nothing in the audit log was changed, taken out or put in between.

  npm run audit:verify [-- --noted 42:9f86d081…]

Prints the number and hash of the last entry. Noted elsewhere and given back later, they also show whether
entries were cut off at the end or the whole log was written anew. The exit code is 1 when something is wrong.
`;

const readNoted = (text: string | undefined) => {
  if (text === undefined) return undefined;
  const [, number, hash] = /^(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!number || !hash) throw new Error("--noted must be a number, a colon and a hash");
  return { number: Number(number), hash };
};

const main = async (noted: ReturnType<typeof readNoted>) => {
  const logger = createLogger({ service: "audit-verify", level: "silent" });
  const connection = await connectMongo({ url: readAuditVerifyConfig().MONGO_URL, logger });
  try {
    const entries = auditEntries(connection).find().sort({ _id: 1 });
    const { length, head, fault } = await checkChain(entries, noted);
    if (fault) throw new Error(`${fault}; the ${length} entries before are whole`);
    return `${length} entries, whole; last ${length}:${head}\n`;
  } finally {
    await connection.close();
  }
};

try {
  const options = { noted: { type: "string" }, help: { type: "boolean" } } as const;
  const { values } = parseArgs({ options });
  process.stdout.write(values.help ? usage : await main(readNoted(values.noted)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
