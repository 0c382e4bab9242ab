import { Readable } from "node:stream";
import type { AppError } from "@orbline/kit/errors";
import { sendWhole } from "@orbline/kit/http/whole-answers";
import type { Request, Response } from "express";
import type { Plugin } from "http-proxy-middleware";
import { type Dispatcher, Pool } from "undici";
import type { Bulkhead } from "./concurrency-limit.ts";
import { atEnd, exchangeOf } from "../exchange/exchange.ts";
import { upstreamBusy, upstreamFailure, upstreamTimeout } from "./errors.ts";

/**
 * At most so many connections to one service, which are to be enough for all its places. Every request has a
 * connection to itself (`pipelining: 1`), which is what makes sure that none is ever sent twice: undici repeats only
 * what waits behind another request on a connection that ends. Deadlines are ours, as undici's would not count the
 * wait for a connection.
 */
export const servicePool = ({
  url,
  socketPath,
  connections,
}: {
  url: string;
  /** The file to connect to, instead of the host and port of the URL. */
  socketPath?: string | undefined;
  connections: number;
}): Pool =>
  new Pool(url, {
    ...(socketPath !== undefined && { socketPath }),
    connections,
    pipelining: 1,
    connectTimeout: 1_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    // Shorter than the services' 75 s, so that no request is sent into a connection that just closes.
    keepAliveTimeout: 60_000,
    keepAliveMaxTimeout: 60_000,
  });

/** One request on its way to a service. */
export type Passage = {
  pool: Pool;
  /** How many may be at the service at once. */
  places: Bulkhead;
  request: Request;
  response: Response;
  /** Longest wait for the head of the answer, and then again for the rest of it. */
  timeoutMs: number;
  /** Names and values in turn. */
  headers: string[];
  /** Names and values in turn of what the client gets. */
  answerHeaders: (from: NodeJS.Dict<string | string[]>) => string[];
  /** Answers with an error. */
  fail: (error: AppError) => void;
};

const clientLeft = new Error("the client left");

/** Ends a passage once, from whichever side, and frees the connection to the service. */
const passageEnd = (
  { places, request, response, timeoutMs, fail }: Passage,
  body: Buffer | Readable | null,
) => {
  let leave: (() => void) | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  let reason: Error | undefined;
  let isOver = false;
  const end = (error?: Error) => {
    if (isOver) return;
    isOver = true;
    reason = error;
    clearTimeout(timer);
    leave?.();
    if (!error) return;
    controller?.abort(error);
    if (body instanceof Readable) body.destroy();
  };
  const abort = (error: AppError) => {
    if (isOver) return;
    end(error);
    // What is left of the body is read and dropped, or the client could not read the answer.
    request.resume();
    if (response.headersSent) response.destroy();
    else fail(error);
  };
  // The client's own slowness is the server's request timeout's business.
  const timer = setTimeout(() => {
    if (request.complete) abort(upstreamTimeout());
    else timer.refresh();
  }, timeoutMs);
  atEnd(exchangeOf(response), () => end(clientLeft));
  return {
    /** Whether the request may go to its service: its client is still there and there is a place. */
    enter: (): boolean => {
      // A client may have left while it was found out who it is; its answer does not tell again.
      if (response.destroyed) end(clientLeft);
      if (isOver) return false;
      leave = places.enter();
      if (!leave) abort(upstreamBusy);
      return !isOver;
    },
    abort,
    end,
    isOver: () => isOver,
    refresh: () => timer.refresh(),
    /** A request that has waited for a connection may be over before it is sent. */
    started: (begun: Dispatcher.DispatchController) => {
      controller = begun;
      if (reason) begun.abort(reason);
    },
  };
};

/** Sends a request to its service and the answer back, each at the speed of its reader. */
export const passOn = (
  passage: Passage,
  body: Buffer | Readable | null,
): { abort: (error: AppError) => void } => {
  const { pool, request, response, headers, answerHeaders } = passage;
  const { enter, abort, end, isOver, refresh, started } = passageEnd(passage, body);
  if (!enter()) return { abort };
  if (body instanceof Readable) request.once("end", refresh);
  let wholeLength: number | undefined;
  pool.dispatch(
    { method: request.method, path: request.url, headers, body },
    {
      onRequestStart: started,
      onResponseStart: (_controller, status, incoming) => {
        if (isOver() || status < 200) return;
        refresh();
        response.writeHead(status, answerHeaders(incoming));
        wholeLength = Number(incoming["content-length"]);
      },
      onResponseData: (controller, chunk) => {
        if (isOver()) return;
        if (chunk.length === wholeLength) {
          end();
          // latin1 keeps every byte as it is.
          sendWhole(response, chunk.toString("latin1"), "latin1");
          return;
        }
        if (response.write(chunk)) return;
        controller.pause();
        response.once("drain", () => controller.resume());
      },
      onResponseEnd: () => {
        if (isOver()) return;
        end();
        response.end();
      },
      onResponseError: (_controller, error) => abort(upstreamFailure(error)),
    },
  );
  return { abort };
};

/** Puts undici in the place of http-proxy-middleware's own requests. */
export const undiciTransport: Plugin<Request, Response> = (proxy) => {
  proxy.before("web", "", (_request, response) => {
    exchangeOf(response as Response).forwarding?.send();
    return true;
  });
  proxy.on("error", (error, _request, response) => {
    exchangeOf(response as Response).forwarding?.fail(error);
  });
};
