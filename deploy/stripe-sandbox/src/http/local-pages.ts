import type { RequestHandler } from "express";

const readMethods = new Set(["GET", "HEAD", "OPTIONS"]);
const localHost = /^(?:\[[\d:a-f.]+\]|[\d.]+|[\w-]+)$/i;

/**
 * Refuses requests that a page of another site makes the browser of a developer send, with 403: writes from another site,
 * and all requests under a domain name, which the site may have pointed to 127.0.0.1 (DNS rebinding).
 */
export const refuseForeignPages: RequestHandler = (request, response, next) => {
  const isWrite = !readMethods.has(request.method);
  const isForeign = isWrite && request.get("sec-fetch-site") === "cross-site";
  // Express has no host name for a request without a Host header.
  const host = request.hostname as string | undefined;
  if (!isForeign && host !== undefined && localHost.test(host)) return next();
  const message = "The sandbox is for development. Open it at 127.0.0.1 or localhost.";
  response.status(403).json({ message });
};
