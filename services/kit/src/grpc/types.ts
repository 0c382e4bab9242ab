import type { MethodDefinition } from "@grpc/proto-loader";

type MethodNames<Definition> = keyof {
  [
    Name in keyof Definition as string extends Name ? never : number extends Name ? never : Name
  ]: true;
} &
  string;

/** The messages of a method. `Out` marks those that are received, with their defaults filled in. */
type Messages<Definition, Name> = Name extends keyof Definition
  ? Definition[Name] extends MethodDefinition<infer Request, infer Response, infer In, infer Out>
    ? { request: Request; response: Response; requestOut: In; responseOut: Out }
    : never
  : never;

/** Handlers of a service by method name; the second argument names the caller. */
export type GrpcHandlers<Definition> = {
  [Name in MethodNames<Definition>]: (
    request: Messages<Definition, Name>["requestOut"],
    call: { caller: string },
  ) => Promise<Messages<Definition, Name>["response"]>;
};

/** A client with one promise-returning function per method; errors are `AppError`s. */
export type GrpcClient<Definition> = {
  [Name in MethodNames<Definition>]: (
    request: Messages<Definition, Name>["request"],
    options?: { deadlineMs?: number },
  ) => Promise<Messages<Definition, Name>["responseOut"]>;
};

/** Which callers may use which method of a service. */
export type GrpcAllowList<Definition> = Record<MethodNames<Definition>, readonly string[]>;
