import type { AppError } from "@orbline/kit/errors";
import { endCoalesced } from "@orbline/kit/http/fast-path";
import type { Request, Response } from "express";
import type { Dispatcher } from "undici";
import { atEnd, exchangeOf } from "../exchange/exchange.ts";
import { upstreamBusy, upstreamFailure, upstreamTimeout } from "./errors.ts";
import type { Replica, Replicas } from "./replicas.ts";

/** One request on its way to a service. Headers are flat lists of names and values. */
export type UpstreamRequest = {
  replicas: Replicas;
  onRepeat: () => void;
  /** Takes a slot at the service and returns its release; undefined when the service is busy. */
  takeSlot: () => (() => void) | undefined;
  request: Request;
  response: Response;
  /** Longest wait for the response head, and again for the rest of the response. */
  timeoutMs: number;
  headers: string[];
  responseHeaders: (from: NodeJS.Dict<string | string[]>) => string[];
  /** Counts a response that waits for its client. @throws rate-limited when the client leaves too many unread */
  countUnread: () => void;
};

/**
 * Bytes of a response that wait in memory for a client that reads slowly. All but the record log, exports and lists of a user are
 * shorter, so that their service is free again before the client has read them.
 */
const maxUnreadBytes = 262_144;

/**
 * Sends a request to its service and streams the response back. A request that no replica can have handled is sent again,
 * to another replica if there is one: it was not written to any connection, or it is a read without a response. Other
 * failures go to `exchange.fail`.
 */
export function sendUpstream(upstream: UpstreamRequest, body: Buffer | null): void {
  const attempt = startAttempt(upstream);
  if (!attempt.takeSlot()) return;
  const { replicas } = upstream;
  sendTo(upstream, body, { attempt, replica: replicas.choose(), repeats: replicas.repeats });
}

type Sending = { attempt: ReturnType<typeof startAttempt>; replica: Replica; repeats: number };

function sendTo(upstream: UpstreamRequest, body: Buffer | null, sending: Sending): void {
  const { replicas, request, response, headers, responseHeaders } = upstream;
  const { attempt, replica, repeats } = sending;
  let isSent = false;
  let isWaiting = false;
  let length: number | undefined;
  const finish = attempt.enter(replica);
  replica.pool.dispatch(
    { method: request.method, path: request.url, headers, body },
    {
      onRequestStart: (controller) => {
        isSent = true;
        attempt.onStart(controller);
      },
      onResponseStart: (_controller, status, incoming) => {
        if (attempt.isOver() || status < 200) return;
        if (incoming["connection"] === "close") replicas.rest(replica);
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
        isWaiting ||= attempt.mayWait();
        if (!isWaiting || response.writableLength <= maxUnreadBytes) return;
        controller.pause();
        response.once("drain", () => controller.resume());
      },
      onResponseEnd: () => {
        if (attempt.isOver()) return;
        attempt.end();
        response.end();
      },
      onResponseError: (_controller, error) => {
        if (attempt.isOver()) return;
        finish();
        if (!isSent) replicas.rest(replica);
        const isRead = request.method === "GET" || request.method === "HEAD";
        const isUnhandled = !isSent || (isRead && !response.headersSent);
        if (!isUnhandled || repeats === 0) return attempt.abort(upstreamFailure(error));
        upstream.onRepeat();
        const next = replicas.choose(replica);
        sendTo(upstream, body, { attempt, replica: next, repeats: repeats - 1 });
      },
    },
  );
}

const clientDisconnected = new Error("the client disconnected");

/** Ends an attempt exactly once, from either side: releases the slot, the timer and the connection. */
function startAttempt({ takeSlot, countUnread, response, timeoutMs }: UpstreamRequest) {
  const exchange = exchangeOf(response);
  let release: (() => void) | undefined;
  let leave: (() => void) | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  let reason: Error | undefined;
  let isOver = false;
  const end = (error?: Error) => {
    if (isOver) return;
    isOver = true;
    reason = error;
    clearTimeout(timer);
    release?.();
    leave?.();
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
    /** Whether the response may wait for its client. Cuts off a client that leaves too many responses unread. */
    mayWait: (): boolean => {
      try {
        countUnread();
      } catch (error) {
        abort(error as AppError);
      }
      return !isOver;
    },
    /** False when the client has disconnected or the service is busy. */
    takeSlot: (): boolean => {
      if (response.destroyed) end(clientDisconnected);
      if (isOver) return false;
      release = takeSlot();
      if (!release) abort(upstreamBusy);
      return !isOver;
    },
    /** Counts the request at a replica until the attempt is over or the returned function is called. */
    enter: (replica: Replica): (() => void) => {
      replica.inFlight += 1;
      leave = () => {
        replica.inFlight -= 1;
        leave = undefined;
      };
      return leave;
    },
    /** An attempt may be over before it gets its connection. */
    onStart: (started: Dispatcher.DispatchController) => {
      controller = started;
      if (reason) started.abort(reason);
    },
  };
}
