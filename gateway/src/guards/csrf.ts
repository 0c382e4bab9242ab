import { AppError } from "@orbline/kit/errors";
import type { Request } from "express";

const safeMethods = new Set(["GET", "HEAD"]);

/**
 * Refuses a request that a browser sends for another site: `Sec-Fetch-Site` and `Origin` cannot be set by
 * scripts. A caller with neither is no browser, so nobody's cookies are used against their will.
 * @throws forbidden
 */
export const refuseCrossSite = (request: Request, publicOrigin: string): void => {
  if (safeMethods.has(request.method)) return;
  const site = request.get("sec-fetch-site");
  const origin = request.get("origin");
  const foreignSite = site !== undefined && site !== "same-origin" && site !== "none";
  const foreignOrigin = origin !== undefined && origin !== publicOrigin;
  if (foreignSite || foreignOrigin)
    throw new AppError(
      "forbidden",
      "request.cross-site",
      "This request came from another site and was refused.",
    );
};
