// Audits the public record of a running product from outside:
// npm run record:verify -- URL [--key BASE64] [--receipt SLUG] [--unlogged N]
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { verifyRecord, type RecordReport } from "./verify-record.ts";

const usage = "npm run record:verify -- URL [--key BASE64]… [--receipt SLUG]… [--unlogged N]";
/** Predictions are settled and counted while an audit reads, so what looks wrong is read again. */
const attempts = 3;
const pauseMs = 5_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: "string", multiple: true },
    receipt: { type: "string", multiple: true },
    unlogged: { type: "string" },
  },
});
const [address] = positionals;
if (address) process.exitCode = (await audit(address)) ? 0 : 1;
else {
  complain(usage);
  process.exitCode = 2;
}

async function audit(base: string): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const report = await verifyRecord({
      read: (path) => readJson(new URL(path, base)),
      now: new Date(),
      keys: values.key,
      receipts: values.receipt?.map((text) => text.replace(/^.*\//, "")),
      unlogged: values.unlogged === undefined ? 0 : Number(values.unlogged),
    });
    if (report.problems.length === 0 || attempt === attempts) return print(report);
    await sleep(pauseMs);
  }
}

function print(report: RecordReport): boolean {
  const { heads, leaves, disclosed, hidden, erased, replayed, receipts, keyIds, problems } = report;
  say(`${heads} signed heads over ${leaves} leaves, signed by ${keyIds.join(", ")}`);
  say(
    `${disclosed} disclosed, ${hidden} hidden until their games start, ${erased} erased with their accounts`,
  );
  if (replayed > 0) say(`${replayed} of them filled in afterwards, which proves nothing`);
  if (receipts > 0) say(`${receipts} receipts`);
  for (const problem of problems) complain(`PROBLEM: ${problem}`);
  say(problems.length === 0 ? "The record holds." : `${problems.length} problems found.`);
  return problems.length === 0;
}

async function readJson(url: URL): Promise<unknown> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  if (response.status === 429) {
    await sleep(Number(response.headers.get("retry-after") ?? 1) * 1_000);
    return readJson(url);
  }
  if (!response.ok) throw new Error(`${url.href} responded ${response.status}`);
  return response.json();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}
