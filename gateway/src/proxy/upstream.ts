import type { AppError } from "@orbline/kit/errors";
import { endCoalesced } from "@orbline/kit/http/fast-path";
import type { Request, Response } from "express";
import { type Dispatcher, Pool } from "undici";
import { atEnd, exchangeOf } from "../exchange/exchange.ts";
import type { ConcurrencyLimit } from "./concurrency-limit.ts";
import { upstreamBusy, upstreamFailure, upstreamTimeout } from "./errors.ts";

/**
 * A pool with enough connections for every slot. `pipelining: 1` gives each request its own connection, so no request
 * is ever sent twice: undici repeats only requests that wait behind another one on a broken connection. The timeouts
 * are ours, because undici's do not include the wait for a connection.
 */
export function servicePool({
  url,
  socketPath,
  connections,
}: {
  url: string;
  socketPath?: string | undefined;
  connections: number;
}): Pool {
  return new Pool(url, {
    ...(socketPath === undefined ? {} : { socketPath }),
    connections,
    pipelining: 1,
    connectTimeout: 1_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    // Shorter than the services' 75 s, so that no request enters a connection that is about to close.
    keepAliveTimeout: 60_000,
    keepAliveMaxTimeout: 60_000,
  });
}

/** One request on its way to a service. Headers are flat lists of names and values. */
export type UpstreamRequest = {
  pool: Pool;
  limit: ConcurrencyLimit;
  request: Request;
  response: Response;
  /** Longest wait for the response head, and again for the rest of the response. */
  timeoutMs: number;
  headers: string[];
  responseHeaders: (from: NodeJS.Dict<string | string[]>) => string[];
};

/** Sends a request to its service and streams the response back. Failures go to `exchange.fail`. */
export function sendUpstream(upstream: UpstreamRequest, body: Buffer | null): void {
  const { pool, request, response, headers, responseHeaders } = upstream;
  const attempt = startAttempt(upstream);
  if (!attempt.takeSlot()) return;
  let length: number | undefined;
  pool.dispatch(
    { method: request.method, path: request.url, headers, body },
    {
      onRequestStart: attempt.onStart,
      onResponseStart: (_controller, status, incoming) => {
        if (attempt.isOver() || status < 200) return;
        attempt.refreshTimeout();
        response.writeHead(status, responseHeaders(incoming));
        length = Number(incoming["content-length"]);
      },
      onResponseData: (controller, chunk) => {
        if (attempt.isOver()) return;
        if (chunk.length === length) {
          attempt.end();
          // latin1 keeps every byte as it is.
          endCoalesced(response, chunk.toString("latin1"), "latin1");
          return;
        }
        if (response.write(chunk)) return;
        controller.pause();
        response.once("drain", () => controller.resume());
      },
      onResponseEnd: () => {
        if (attempt.isOver()) return;
        attempt.end();
        response.end();
      },
      onResponseError: (_controller, error) => attempt.abort(upstreamFailure(error)),
    },
  );
}

const clientDisconnected = new Error("the client disconnected");

/** Ends an attempt exactly once, from either side: releases the slot, the timer and the connection. */
function startAttempt({ limit, response, timeoutMs }: UpstreamRequest) {
  const exchange = exchangeOf(response);
  let release: (() => void) | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  let reason: Error | undefined;
  let isOver = false;
  const end = (error?: Error) => {
    if (isOver) return;
    isOver = true;
    reason = error;
    clearTimeout(timer);
    release?.();
    if (error) controller?.abort(error);
  };
  const abort = (error: AppError) => {
    if (isOver) return;
    end(error);
    if (response.headersSent) response.destroy();
    else exchange.fail(error);
  };
  const timer = setTimeout(() => abort(upstreamTimeout()), timeoutMs);
  atEnd(exchange, () => end(clientDisconnected));
  return {
    abort,
    end,
    isOver: () => isOver,
    refreshTimeout: () => timer.refresh(),
    /** False when the client has disconnected or the service is busy. */
    takeSlot: (): boolean => {
      if (response.destroyed) end(clientDisconnected);
      if (isOver) return false;
      release = limit.acquire();
      if (!release) abort(upstreamBusy);
      return !isOver;
    },
    /** An attempt may be over before it gets its connection. */
    onStart: (started: Dispatcher.DispatchController) => {
      controller = started;
      if (reason) started.abort(reason);
    },
  };
}
