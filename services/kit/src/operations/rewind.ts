import { parseArgs } from "node:util";
import { print, runCommand } from "./run-command.ts";
import { connectBroker, rewindGroup } from "./broker.ts";

const usage = `Lets a service handle messages again. Stop the service first.

  npm run consumers:rewind -- --group admin --topic identity.users [--partition 0 --offset 42]

Without a partition and offset it begins with the oldest stored message.`;

function whole(name: string, text: string | undefined) {
  if (text === undefined || /^\d+$/.test(text)) return text;
  throw new Error(`--${name} must be a whole number`);
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      group: { type: "string" },
      topic: { type: "string" },
      partition: { type: "string" },
      offset: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const { group, topic } = values;
  if (values.help) return print(usage);
  if (!group || !topic) throw new Error(usage);
  const partition = whole("partition", values.partition);
  const offset = whole("offset", values.offset);
  if ((partition === undefined) !== (offset === undefined))
    throw new Error("--partition and --offset belong together");
  await rewindGroup(await connectBroker(), {
    group,
    topic,
    ...(partition !== undefined &&
      offset !== undefined && { partition: Number(partition), offset }),
  });
  print(`${group} will read ${topic} from ${offset ?? "the oldest message"} after its next start`);
});
