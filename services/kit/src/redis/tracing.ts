import { tracingChannel, type TracingChannelSubscribers } from "node:diagnostics_channel";
import { beginChildSpan, databaseResult, isTracing, type Span } from "../observability/tracing.ts";

/** What the `redis` library publishes about a command; its arguments are left out of spans, because they name users. */
type Command = { command: string; span?: Span | undefined; error?: unknown };

/** Adds a span to the trace of each request for its commands. Call it once, for all connections of the process. */
export function traceCommands(): void {
  if (!isTracing()) return;
  const subscribers: Partial<TracingChannelSubscribers<Command>> = {
    start: (command) => {
      command.span = beginChildSpan("client", command.command);
    },
    asyncEnd: ({ span, error }) =>
      span?.end(databaseResult("redis", error instanceof Error ? error.name : undefined)),
  };
  tracingChannel<string, Command>("node-redis:command").subscribe(
    subscribers as TracingChannelSubscribers<Command>,
  );
}
