import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { loadConfig } from "../config.ts";
import { grantTopicAccess } from "./access.ts";
import { connectBroker } from "./operator.ts";
import { operatorSettings, operatorTarget } from "./target.ts";

// Grants the services access to their topics, as a superuser of the broker. It starts together with the broker and
// waits for it up to a minute.

const schema = z.object({ ...operatorSettings, NAMESPACE: z.string().default("") });
const { NAMESPACE, ...config } = loadConfig(schema, process.env);
const kafka = await connectBroker(operatorTarget(config));

const endsAtMs = Date.now() + 60_000;
for (;;) {
  try {
    await grantTopicAccess(kafka, NAMESPACE);
    break;
  } catch (error) {
    if (Date.now() > endsAtMs) throw error;
    await delay(100);
  }
}
process.stdout.write("every service may use its own topics\n");
