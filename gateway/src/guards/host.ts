import type { IncomingMessage } from "node:http";
import { AppError } from "@orbline/kit/errors";

/**
 * Refuses a request that is not HTTP/1, and one without exactly one Host header (RFC 9112, section 3.2; none is right in
 * HTTP/1.0). Of two, Node keeps the first, and a proxy in front could use the other.
 * @throws invalid
 */
export function checkVersionAndHost({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, "rawHeaders" | "httpVersion">): void {
  if (httpVersion !== "1.1" && httpVersion !== "1.0")
    throw new AppError("invalid", "http.version", "Please use HTTP/1.1.");
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  if (hosts > 1)
    throw new AppError("invalid", "host.repeated", "The request has two Host headers.");
  if (hosts === 0 && httpVersion === "1.1")
    throw new AppError("invalid", "host.missing", "The request has no Host header.");
}
