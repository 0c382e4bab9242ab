import { AppError } from "@orbline/kit/errors";
import type { Request } from "express";

const safeMethods = new Set(["GET", "HEAD"]);

/**
 * Refuses a request that a browser sends on behalf of another site. Scripts cannot set `Sec-Fetch-Site` and `Origin`.
 * A caller without both is not a browser and sends no cookies of a victim.
 * @throws forbidden
 */
export function refuseCrossSite(request: Request, publicOrigin: string): void {
  if (safeMethods.has(request.method)) return;
  const site = request.get("sec-fetch-site");
  const origin = request.get("origin");
  const foreignSite = site !== undefined && site !== "same-origin" && site !== "none";
  const foreignOrigin = origin !== undefined && origin !== publicOrigin;
  if (foreignSite || foreignOrigin) {
    const message = "This request came from another site and was refused.";
    throw new AppError("forbidden", "request.cross-site", message);
  }
}
