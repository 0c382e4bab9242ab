// Moves the clock of a running slate: npm run slate:advance -- --days N
import { parseArgs } from "node:util";
import { portSetting } from "@orbline/kit/config";

const { values } = parseArgs({ options: { days: { type: "string", default: "1" } } });
const port = portSetting(8103).parse(process.env["PREDICTION_PORT"]);

const answer = await fetch(`http://127.0.0.1:${port}/internal/slate/advance`, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ days: Number(values.days) }),
});
process.stdout.write(`${await answer.text()}\n`);
process.exitCode = answer.ok ? 0 : 1;
