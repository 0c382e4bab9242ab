import { serviceClient } from "../grpc/client.ts";
import type { GrpcClient } from "../grpc/types.ts";
import { testTokens } from "./keys.ts";
import { testLifecycle } from "./lifecycle.ts";

const patientMs = 20_000;

type Call = (request: object, options?: { deadlineMs?: number }) => Promise<object>;

/**
 * A client of a service on this machine, as `caller`. Each call has a deadline of 20 seconds by default, so that a busy
 * machine does not fail tests that are not about deadlines.
 */
export function testGrpc<Definition>({
  file,
  name,
  port,
  caller,
  token = testTokens[caller] ?? "",
  tls = {},
}: {
  file: string;
  name: string;
  port: number;
  caller: string;
  token?: string | undefined;
  /** The settings INTERNAL_TLS_CA, INTERNAL_TLS_CERT and INTERNAL_TLS_KEY of the caller. */
  tls?: Record<string, string>;
}): GrpcClient<Definition> & { close: () => void } {
  const { lifecycle, stop } = testLifecycle();
  const calls = serviceClient<Definition>(
    { name: caller, config: { GRPC_TOKEN: token, ...tls }, lifecycle },
    { file, name, address: `127.0.0.1:${port}` },
  );
  const patient = Object.entries(calls as Record<string, Call>).map(([method, call]) => {
    const waiting: Call = (request, options) =>
      call(request, { deadlineMs: patientMs, ...options });
    return [method, waiting];
  });
  return {
    ...(Object.fromEntries(patient) as GrpcClient<Definition>),
    close: () => void stop(),
  };
}
