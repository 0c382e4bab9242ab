import { eventually } from "@orbline/kit/testing/eventually";

/** Where a Node process opens its inspector after SIGUSR1. */
const inspector = "127.0.0.1:9229";

/**
 * Resident memory of a Node process of this machine in megabytes, after its garbage is collected. Without that a heap
 * keeps what an earlier load needed. Opens the inspector of the process for a moment.
 */
export async function memoryOf(pid: number): Promise<number> {
  process.kill(pid, "SIGUSR1");
  const socket = await eventually(async () => {
    const targets = await (await fetch(`http://${inspector}/json/list`)).json();
    const [{ webSocketDebuggerUrl }] = targets as [{ webSocketDebuggerUrl: string }];
    return new WebSocket(webSocketDebuggerUrl);
  });
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  let calls = 0;
  const send = (method: string, params = {}) =>
    new Promise<{ result?: { value?: unknown } }>((resolve) => {
      const id = (calls += 1);
      const onMessage = ({ data }: MessageEvent) => {
        const message = JSON.parse(String(data)) as { id?: number; result: {} };
        if (message.id !== id) return;
        socket.removeEventListener("message", onMessage);
        resolve(message.result);
      };
      socket.addEventListener("message", onMessage);
      socket.send(JSON.stringify({ id, method, params }));
    });
  const evaluate = async (expression: string) =>
    (await send("Runtime.evaluate", { expression })).result?.value;
  if ((await evaluate("process.pid")) !== pid)
    throw new Error(`another process than ${pid} listens at ${inspector}`);
  for (let pass = 0; pass < 2; pass += 1) await send("HeapProfiler.collectGarbage");
  const bytes = Number(await evaluate("process.memoryUsage.rss()"));
  await evaluate("setImmediate(() => process.getBuiltinModule('node:inspector').close()) && 1");
  await new Promise((resolve) => socket.addEventListener("close", resolve));
  return Math.round(bytes / 1_000_000);
}
