import { status } from "@grpc/grpc-js";
import type { SpanResult } from "./tracing.ts";

/** How the span of an HTTP request ends: named by its route, failed when the answer is our fault. */
export const httpResult = ({
  method,
  route,
  status: code,
  requestId,
}: {
  method: string;
  route: string;
  status: number;
  requestId: string;
}): SpanResult => ({
  name: `${method} ${route}`,
  attributes: {
    "http.request.method": method,
    "http.route": route,
    "http.response.status_code": code,
    "orbline.request_id": requestId,
  },
  ...(code >= 500 && { error: String(code) }),
});

/** What a server is to blame for; a caller sees every refusal of its call as a failure. */
const serverFaults: readonly status[] = [
  status.INTERNAL,
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
];

/** How the span of a gRPC call ends, seen from one side, by the code that went over the wire. */
export const grpcResult = (side: "server" | "client", code: status): SpanResult => {
  const isFailed = side === "client" ? code !== status.OK : serverFaults.includes(code);
  return {
    attributes: { "rpc.system": "grpc", "rpc.grpc.status_code": code },
    ...(isFailed && { error: status[code] }),
  };
};

/** How the span of a message ends that was sent to a topic or came from one. */
export const messageResult = (topic: string, error?: string): SpanResult => ({
  attributes: { "messaging.system": "kafka", "messaging.destination.name": topic },
  error,
});
