import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Request, Response } from "express";

type Form = { encoding?: "br" | "gzip"; body: Buffer; etag: string };

/** A JSON body that every caller may read, plain and compressed. */
export type PublicJson = { compressed: Form[]; plain: Form };

/**
 * Compresses the text of a JSON body. Only for bodies without private data: the length of a compressed body that holds a
 * secret beside text of an attacker gives the secret away (BREACH).
 */
export function toPublicJson(text: string): PublicJson {
  const plain = Buffer.from(text);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return {
    plain: { body: plain, etag: `"${hash}"` },
    compressed: [
      { encoding: "br", body: br, etag: `"${hash}-br"` },
      { encoding: "gzip", body: gzipSync(plain), etag: `"${hash}-gzip"` },
    ],
  };
}

/** Sends the form that the client accepts, or 304 if the client has it. */
export function sendPublicJson(
  request: Request,
  response: Response,
  { compressed, plain }: PublicJson,
): void {
  const { encoding, body, etag } =
    compressed.find((form) => form.encoding && request.acceptsEncodings(form.encoding)) ?? plain;
  response.setHeader("etag", etag);
  response.setHeader("vary", "accept-encoding");
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  if (encoding) response.setHeader("content-encoding", encoding);
  response.setHeader("content-type", "application/json; charset=utf-8");
  response.setHeader("content-length", body.length);
  response.end(request.method === "HEAD" ? undefined : body);
}
