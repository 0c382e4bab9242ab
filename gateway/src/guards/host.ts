import type { IncomingMessage } from "node:http";
import { AppError } from "@orbline/kit/errors";

/**
 * Refuses a request with two Host headers (RFC 9112, section 3.2). Node keeps the first, and a proxy in front could use
 * the other.
 * @throws invalid
 */
export function refuseSecondHost({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): void {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  if (hosts > 1)
    throw new AppError("invalid", "host.repeated", "The request has two Host headers.");
}
