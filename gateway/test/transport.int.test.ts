import { Agent, request } from "node:http";
import { eventually } from "@orbline/kit/testing/eventually";
import { testEngines } from "@orbline/kit/testing/engines";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "./harness.ts";
import { openSocket, startRawUpstream } from "./raw.ts";

let gateway: Harness;

beforeAll(async () => {
  gateway = await startHarness(testEngines().redisUrl, { RATE_REGISTER_PER_MINUTE: "1000" });
});
afterAll(() => gateway.stop());
afterEach(() => gateway.upstream.echo());

const json = { "content-type": "application/json" };
const webhook = {
  method: "POST",
  path: "/api/webhooks/stripe",
  headers: { "stripe-signature": "t=1,v1=00" },
};
const register = { method: "POST", path: "/api/register", headers: json };

/** A request whose body the test writes piece by piece. */
const upload = (call: { method: string; path: string }, headers = {}) => {
  const outgoing = request(gateway.origin, { ...call, headers, agent: false });
  const status = new Promise<number>((resolve) => {
    outgoing.on("response", (incoming) => resolve(incoming.resume().statusCode ?? 0));
  });
  outgoing.on("error", () => undefined);
  return { outgoing, status };
};

describe("bodies to a service", () => {
  it("forwards a body with its length only after it is complete", async () => {
    const before = gateway.upstream.requests();
    const { outgoing, status } = upload(register, json);
    outgoing.write("{");
    const left = upload(register, { ...json, "content-length": 10 });
    left.outgoing.write("{");
    await gateway.seen({ path: "/api/plans" });
    left.outgoing.destroy();
    expect(gateway.upstream.requests()).toBe(before + 1);
    outgoing.end("}");
    expect(await status).toBe(200);
    expect(gateway.upstream.requests()).toBe(before + 2);
    const { headers } = await gateway.seen({
      ...register,
      body: [Buffer.from("{"), Buffer.from("}")],
    });
    expect(headers["content-length"]).toBe("2");
    expect(headers["transfer-encoding"]).toBeUndefined();
  });

  it.each([
    ["declared", { "content-length": 262_145 }],
    ["chunked", {}],
  ])(
    "responds 413 to a webhook over its limit without forwarding it, %s",
    async (_what, headers) => {
      const before = gateway.upstream.requests();
      const body = Buffer.alloc(262_145);
      const answer = await gateway.send({
        ...webhook,
        headers: { ...webhook.headers, ...headers },
        body:
          "content-length" in headers ? body : [body.subarray(0, 70_000), body.subarray(70_000)],
      });
      expect(answer.status).toBe(413);
      expect(gateway.upstream.requests()).toBe(before);
    },
  );

  it("sends 100 Continue itself and forwards the request without Expect", async () => {
    const client = openSocket(gateway.origin);
    client.socket.write(
      "POST /api/register HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\nexpect: 100-continue\r\n\r\n",
    );
    await client.until("HTTP/1.1 100 Continue");
    client.socket.write("{}");
    const answer = await client.until('"length":2');
    expect(answer).toContain("HTTP/1.1 200 OK");
    expect(answer).not.toContain('"expect"');
    client.socket.destroy();
  });
});

describe("responses to a client", () => {
  it("delivers a response of unknown length completely", async () => {
    gateway.upstream.behave((_incoming, outgoing) => {
      outgoing.write("one ");
      setImmediate(() => outgoing.end("two"));
    });
    const { body, headers } = await gateway.send({ path: "/api/plans" });
    expect(body.toString()).toBe("one two");
    expect(headers["transfer-encoding"]).toBe("chunked");
  });

  it("applies backpressure to a service whose client does not read, and delivers everything", async () => {
    const total = 64 * 1_048_576;
    let written = 0;
    gateway.upstream.behave((_incoming, outgoing) => {
      outgoing.writeHead(200, { "content-length": total });
      const chunk = Buffer.alloc(1_048_576, "x");
      const write = () => {
        while (written < total) {
          written += chunk.length;
          if (!outgoing.write(chunk)) return outgoing.once("drain", write);
        }
        return outgoing.end();
      };
      write();
    });
    const slow = openSocket(gateway.origin);
    slow.socket.pause();
    // A busy machine may need more than a few seconds of the timeout of 30 seconds.
    const path = "/api/verify-price-ids";
    slow.socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`);
    let before = -1;
    await eventually(
      () => {
        const stopped = written > 0 && written === before;
        before = written;
        expect(stopped).toBe(true);
      },
      { everyMs: 250 },
    );
    expect(written).toBeLessThan(total / 2);
    const ended = new Promise((resolve) => slow.socket.once("close", resolve));
    slow.socket.resume();
    await ended;
    expect(slow.received().length).toBeGreaterThan(total);
  });

  it("aborts the response of the service when the client disconnects during it", async () => {
    let closed = false;
    gateway.upstream.behave((_incoming, outgoing) => {
      outgoing.write("first");
      outgoing.on("close", () => (closed = true));
    });
    const client = openSocket(gateway.origin);
    client.socket.write("GET /api/plans HTTP/1.1\r\nhost: a\r\n\r\n");
    await client.until("first");
    client.socket.destroy();
    await eventually(() => expect(closed).toBe(true));
  });

  it.each([
    ["with a length", { "content-length": "100" }],
    ["in chunks", {}],
  ])("breaks the client's connection when a response %s is cut off", async (_what, headers) => {
    gateway.upstream.behave((incoming, outgoing) => {
      outgoing.writeHead(200, headers);
      outgoing.write("half", () => incoming.socket.destroy());
    });
    await expect(gateway.send({ path: "/api/plans" })).rejects.toThrow(/aborted|hang up|reset/i);
  });

  it("keeps the connection usable after HEAD, 204 and 304", async () => {
    gateway.upstream.behave((incoming, outgoing) => {
      if (incoming.method === "HEAD") outgoing.writeHead(200, { "content-length": "5" }).end();
      else
        outgoing.writeHead(Number(new URL(`http://a${incoming.url}`).searchParams.get("s"))).end();
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const head = await gateway.send({ method: "HEAD", path: "/api/plans", agent });
    expect(head.status).toBe(200);
    expect(head.headers["content-length"]).toBe("5");
    expect(head.body).toHaveLength(0);
    for (const status of [204, 304]) {
      const answer = await gateway.send({ path: `/api/plans?s=${status}`, agent });
      expect(answer.status).toBe(status);
      expect(answer.body).toHaveLength(0);
    }
    agent.destroy();
  });

  it("handles pipelined requests one at a time and in order", async () => {
    const waiting: (() => void)[] = [];
    gateway.upstream.behave((incoming, outgoing) => {
      waiting.push(() => outgoing.end(`<${incoming.url}>`));
    });
    const before = gateway.upstream.requests();
    const client = openSocket(gateway.origin);
    const get = (n: number) => `GET /api/plans?${n} HTTP/1.1\r\nhost: a\r\n\r\n`;
    client.socket.write(get(1) + get(2) + get(3));
    for (const n of [1, 2, 3]) {
      await eventually(() => expect(waiting).toHaveLength(n));
      expect(gateway.upstream.requests()).toBe(before + n);
      waiting[n - 1]?.();
      await client.until(`</api/plans?${n}>`);
    }
    client.socket.destroy();
  });
});

describe("connections to a service", () => {
  it.each([
    ["small", { ...register, body: "{}" }],
    ["large", { ...webhook, body: Buffer.alloc(100_000) }],
  ])(
    "responds 502 without a retry when the connection of a POST with a %s body breaks",
    async (_what, call) => {
      expect((await gateway.send(call)).status).toBe(200);
      const before = gateway.upstream.requests();
      gateway.upstream.behave((incoming) => incoming.socket.destroy());
      expect((await gateway.send(call)).status).toBe(502);
      expect(gateway.upstream.requests()).toBe(before + 1);
    },
  );

  it("sends each request once to a service that closes its connections", async () => {
    const arrived: string[] = [];
    const upstream = await startRawUpstream((socket) => {
      socket.on("data", (chunk) => {
        arrived.push(chunk.toString().split(" ", 2).join(" "));
        socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\n{}");
      });
    });
    const behind = await startHarness(testEngines().redisUrl, { IDENTITY_URL: upstream.url });
    for (let call = 0; call < 20; call += 1) {
      const path = `/api/logout?${call}`;
      expect((await behind.send({ method: "POST", path })).status).toBe(200);
    }
    expect(arrived).toEqual(Array.from({ length: 20 }, (_, call) => `POST /api/logout?${call}`));
    await behind.stop();
    await upstream.close();
  });
});
