import type { mongo } from "mongoose";
import { beginChildSpan, databaseResult, isTracing, type Span } from "../observability/tracing.ts";

/** Adds a span to the trace of each request or message for its commands. No span contains a value of a document. */
export function traceCommands(client: mongo.MongoClient): void {
  if (!isTracing()) return;
  const spans = new Map<number, Span>();
  const end = (requestId: number, error?: string) => {
    spans.get(requestId)?.end(databaseResult("mongodb", error));
    spans.delete(requestId);
  };
  client.on("commandStarted", ({ requestId, commandName, command }) => {
    const collection: unknown =
      commandName === "getMore" ? command["collection"] : command[commandName];
    const name = typeof collection === "string" ? `${commandName} ${collection}` : commandName;
    const span = beginChildSpan("client", name);
    if (span) spans.set(requestId, span);
  });
  client.on("commandSucceeded", ({ requestId }) => end(requestId));
  client.on("commandFailed", ({ requestId, failure }) => end(requestId, failure.name));
}
