import { AppError } from "@orbline/kit/errors";
import type { Request } from "express";

/**
 * Refuses a request that a browser sends for a page of another site, which could write with the user's cookies or use up
 * the user's limits. Following a link is allowed. Scripts cannot set `Sec-Fetch-*` and `Origin`. A caller without them is
 * not a browser and sends no cookies of a victim.
 * @throws forbidden
 */
export function refuseCrossSite(request: Request, publicOrigin: string): void {
  const site = request.get("sec-fetch-site");
  const origin = request.get("origin");
  const foreignSite =
    site !== undefined && site !== "same-origin" && site !== "none" && !isLink(request);
  const foreignOrigin = origin !== undefined && origin !== publicOrigin;
  if (foreignSite || foreignOrigin) {
    const message = "This request came from another site and was refused.";
    throw new AppError("forbidden", "request.cross-site", message);
  }
}

function isLink(request: Request): boolean {
  return (
    request.method === "GET" &&
    request.get("sec-fetch-mode") === "navigate" &&
    request.get("sec-fetch-dest") === "document"
  );
}
