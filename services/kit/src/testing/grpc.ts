import type { UserDataServiceDefinition } from "@orbline/proto/gen/user_data/v1/UserDataService";
import { serviceClient } from "../grpc/client.ts";
import type { GrpcClient } from "../grpc/types.ts";
import { userDataService } from "../grpc/user-data.ts";
import { testTokens } from "./keys.ts";
import { testLifecycle } from "./lifecycle.ts";

const patientMs = 20_000;

type Target = {
  port: number;
  caller: string;
  token?: string | undefined;
  /** The settings INTERNAL_TLS_CA, INTERNAL_TLS_CERT and INTERNAL_TLS_KEY of the caller. */
  tls?: Record<string, string>;
};

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
}: { file: string; name: string } & Target): GrpcClient<Definition> & { close: () => void } {
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

/** A client of the data that a service stores about users, as identity by default. */
export const testUserData = ({
  caller = "identity",
  ...target
}: Omit<Target, "caller"> & { caller?: string }) =>
  testGrpc<UserDataServiceDefinition>({ ...userDataService, caller, ...target });
