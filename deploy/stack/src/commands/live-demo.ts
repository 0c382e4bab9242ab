// npm run live-demo: the product in live mode against the live sandbox, until Ctrl-C
import { runCommand, secondsSince } from "@orbline/engines/command";
import { welcome } from "@orbline/demo/welcome";
import { adminCodeCommand } from "../demo.ts";
import { loadDotEnv } from "../configuration/settings.ts";
import { followBets, liveDemoText, startLiveDemo } from "../live-demo.ts";

await runCommand(async () => {
  const startedAt = Date.now();
  loadDotEnv();
  const demo = await startLiveDemo(process.env);
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
  process.stdin.on("data", () => demo.sandbox.control.advance(6));
  try {
    const { settings, logins } = demo.product;
    const { publicOrigin: origin, ports } = settings;
    const adminCode = adminCodeCommand(settings.dataDir);
    console.log(welcome({ origin, time: secondsSince(startedAt), logins, adminCode, ports }));
    console.log(liveDemoText(demo));
    await followBets(demo, { print: (line) => console.log(line), signal: stopping.signal });
  } finally {
    console.log("\nstopping");
    process.stdin.destroy();
    await demo.stop();
  }
});
