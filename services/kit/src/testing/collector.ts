import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { z } from "zod";

const attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional(), intValue: z.coerce.number().optional() }),
});
type Attribute = z.output<typeof attribute>;

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(attribute).default([]),
  status: z.object({ code: z.number().default(0), message: z.string().optional() }),
});

const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

const kinds = ["", "internal", "server", "client", "producer", "consumer"];

/** A received span with the service that sent it. */
export type CollectedSpan = Omit<z.output<typeof spanSchema>, "kind" | "attributes"> & {
  service: string;
  kind: string;
  attributes: Record<string, string | number | undefined>;
};

const toRecord = (attributes: Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );

const readSpans = (body: unknown): CollectedSpan[] =>
  exportSchema.parse(body).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        service: String(toRecord(resource.attributes)["service.name"]),
        kind: kinds[span.kind] ?? String(span.kind),
        attributes: toRecord(span.attributes),
      })),
    ),
  );

/** A fake OTLP/HTTP collector that keeps the spans it receives, or refuses all with `status`. */
export async function startCollector({ status = 200 }: { status?: number } = {}) {
  const spans: CollectedSpan[] = [];
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    void json(request).then((body) => {
      if (status === 200) spans.push(...readSpans(body));
      response.writeHead(status, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    /** Paths of all requests. */
    paths,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
