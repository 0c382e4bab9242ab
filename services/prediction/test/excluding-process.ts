// A process that stores a self-exclusion and is killed before it publishes: node excluding-process.ts MONGO_URL USER_ID
import { systemClock } from "@orbline/kit/clock";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import { selfExclude } from "../src/domain/guardrails.ts";
import { mongoGuardrails } from "../src/store/guardrails.ts";

const [url = "", userId = ""] = process.argv.slice(2);
const logger = createLogger({ service: "test", level: "silent" });
const connection = await connectMongo({ url, logger });
// The store calls it after the write, and the service publishes from there.
const killMyself = () => void process.kill(process.pid, "SIGKILL");
const guardrails = mongoGuardrails(connection, systemClock, killMyself);
await guardrails.update(userId, (current) => selfExclude(current, 6, new Date("2030-01-01")));
