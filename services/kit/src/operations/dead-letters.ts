import { parseArgs } from "node:util";
import { print, runCommand } from "./run-command.ts";
import { connectBroker } from "./broker.ts";
import { readDeadLetters, replayDeadLetters } from "./read-dead-letters.ts";

const usage = `Lists the messages that consumers could not handle, one JSON line each.

  npm run dead-letters -- [--topic identity.users] [--group admin] [--key usr_1] [--offset 42] [--replay]

With --replay it sends the listed messages back to their groups. It skips superseded ones, because their topic contains a
newer message of the same key.`;

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      topic: { type: "string" },
      group: { type: "string" },
      key: { type: "string" },
      offset: { type: "string" },
      replay: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return print(usage);
  const kafka = await connectBroker();
  const letters = await readDeadLetters(kafka, values);
  for (const { message: _message, ...letter } of letters) print(JSON.stringify(letter));
  if (letters.length === 0) print("no dead letters");
  if (!values.replay) return;
  const replayed = await replayDeadLetters(kafka, letters);
  print(`replayed ${replayed.length} of ${letters.length}`);
});
