// Moves the clock of a running slate: npm run slate:advance -- --days N
import { parseArgs } from "node:util";
import { portSetting } from "@orbline/kit/config";

const { values } = parseArgs({ options: { days: { type: "string", default: "1" } } });
const port = portSetting(8103).parse(process.env["PREDICTION_PORT"]);

/** Asks the running service; answers what it said and whether it did it. */
const advance = async (days: number): Promise<{ text: string; done: boolean }> => {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/internal/slate/advance`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ days }),
    });
    return { text: await response.text(), done: response.ok };
  } catch {
    return { text: `no prediction service answers on port ${port}`, done: false };
  }
};

const { text, done } = await advance(Number(values.days));
process.stdout.write(`${text}\n`);
process.exitCode = done ? 0 : 1;
