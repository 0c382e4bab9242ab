import { runCommand } from "@orbline/engines/command";
import { connectBroker } from "./broker.ts";
import { readConfig } from "./config.ts";
import { readDeadLetters } from "./read-dead-letters.ts";

/** `npm run dead-letters` lists what could not be handled, one JSON line each. */
await runCommand(async () => {
  const letters = await readDeadLetters(connectBroker(readConfig().KAFKA_BROKERS));
  for (const letter of letters) console.log(JSON.stringify(letter));
  if (letters.length === 0) console.log("no dead letters");
});
