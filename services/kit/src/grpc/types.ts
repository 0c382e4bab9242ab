import type { MethodDefinition } from "@grpc/proto-loader";

type MethodNames<Definition> = keyof {
  [
    Name in keyof Definition as string extends Name ? never : number extends Name ? never : Name
  ]: true;
} &
  string;

type Parts<Method> =
  Method extends MethodDefinition<
    infer Request,
    infer Response,
    infer RequestOut,
    infer ResponseOut
  >
    ? { request: Request; response: Response; requestOut: RequestOut; responseOut: ResponseOut }
    : never;

type Part<
  Definition,
  Name,
  Key extends "request" | "response" | "requestOut" | "responseOut",
> = Name extends keyof Definition ? Parts<Definition[Name]>[Key] : never;

/** Handlers of a service by method name; the second argument names the caller. */
export type GrpcHandlers<Definition> = {
  [Name in MethodNames<Definition>]: (
    request: Part<Definition, Name, "requestOut">,
    call: { caller: string },
  ) => Promise<Part<Definition, Name, "response">>;
};

/** A client with one promise-returning function per method; errors are `AppError`s. */
export type GrpcClient<Definition> = {
  [Name in MethodNames<Definition>]: (
    request: Part<Definition, Name, "request">,
    options?: { deadlineMs?: number },
  ) => Promise<Part<Definition, Name, "responseOut">>;
};

/** Which callers may use which method of a service. */
export type GrpcAllowList<Definition> = Record<MethodNames<Definition>, readonly string[]>;
