import type { z } from "zod";

/** What one call of the HTTP API takes and answers; who may call stands in the gateway's table of routes. */
export type Operation = {
  /** What it does, in one sentence. */
  summary: string;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Of a success; absent where there is nothing but the status. */
  response?: z.ZodType;
  /** Of a success, 200 unless told. */
  status?: 200 | 201 | 202 | 204;
  /** Headers of a success that tell something, and what. */
  headers?: Record<string, string>;
  /** Refusals that are this call's own, besides those of its parameters, body, caller and limits. */
  refusals?: Partial<Record<400 | 401 | 403 | 404 | 409 | 429 | 503, string>>;
};

/** Operations by method and path, e.g. "GET /api/user". */
export type Operations = Record<string, Operation>;
