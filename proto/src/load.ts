import { fileURLToPath } from "node:url";
import {
  loadSync,
  type MessageTypeDefinition,
  type PackageDefinition,
  type ServiceDefinition,
} from "@grpc/proto-loader";
import { loaderOptions } from "./loader-options.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Loads one .proto file by its path below `proto/`; throws when the file or an import is missing. */
export const loadProto = (file: string): PackageDefinition =>
  loadSync(file, { ...loaderOptions, includeDirs: [root] });

/** Definition of one service, e.g. `loadService("identity/v1/identity.proto", "identity.v1.IdentityService")`. */
export function loadService(file: string, name: string): ServiceDefinition {
  const definition = loadProto(file)[name];
  if (!definition || "format" in definition) throw new Error(`${file} has no service ${name}`);
  return definition;
}

/** Bytes to message and back, by the message's own definition. */
export type MessageCodec<Input, Output> = {
  encode: (message: Input) => Buffer;
  decode: (bytes: Buffer) => Output;
};

/** Codec of one message, e.g. `messageCodec("identity/v1/identity_events.proto", "identity.v1.UserState")`. */
export const messageCodec = <Input extends object, Output>(
  file: string,
  name: string,
): MessageCodec<Input, Output> => {
  const definition = loadProto(file)[name] as MessageTypeDefinition<Input, Output> | undefined;
  if (!definition || !("serialize" in definition))
    throw new Error(`${file} has no message ${name}`);
  return { encode: definition.serialize, decode: definition.deserialize };
};
