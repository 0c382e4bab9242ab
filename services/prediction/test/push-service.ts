import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { browserKeys, decryptPush, verifyVapid } from "../src/testing/web-push.ts";

type Received = {
  device: string;
  vapid: ReturnType<typeof verifyVapid>;
  content: { title: string; body: string; predictionId: string };
  ttl: number;
  topic: string;
};

/**
 * A fake push service on the loopback address. It decrypts each message with the browser's key and verifies the VAPID token
 * before it accepts.
 */
export async function fakePushService() {
  const browsers = new Map<string, ReturnType<typeof browserKeys>>();
  const statuses = new Map<string, number[]>();
  const received: Received[] = [];
  const refused: { device: string; status: number }[] = [];
  const server = createServer((request, response) => {
    const device = request.url?.split("/").at(-1) ?? "";
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const status = statuses.get(device)?.shift() ?? 201;
      const keys = browsers.get(device);
      if (status >= 300 || !keys) {
        refused.push({ device, status });
        response.writeHead(keys ? status : 404, { location: "/redirected" }).end("no");
        return;
      }
      const { headers } = request;
      received.push({
        device,
        vapid: verifyVapid(headers.authorization ?? ""),
        content: JSON.parse(decryptPush(Buffer.concat(chunks), keys)) as Received["content"],
        ttl: Number(headers["ttl"]),
        topic: String(headers["topic"]),
      });
      response.writeHead(status).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    refused,
    /** Messages to a device. */
    to: (device: string) => received.filter((one) => one.device === device),
    /** Subscribes a browser; returns what its page sends to the server. */
    subscribe: (device: string) => {
      const keys = browserKeys();
      browsers.set(device, keys);
      const { p256dh, auth } = keys;
      return { endpoint: `${origin}/push/${device}`, keys: { p256dh, auth } };
    },
    /** Answers the next messages to a device with these statuses. */
    answer: (device: string, next: number[]) => statuses.set(device, next),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
