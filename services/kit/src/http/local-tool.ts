import type { RequestHandler } from "express";

const unsafeMethods = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Protects a tool for development that has no login. A page of another site can make the browser of a developer send
 * requests to it: by a form, or under a domain that it points to 127.0.0.1 (DNS rebinding). So the host must be an IP
 * address or a name without a domain, and writes must not come from another site. Others get 403.
 */
export const refuseForeignPages: RequestHandler = (request, response, next) => {
  const site = request.get("sec-fetch-site");
  const isForeignWrite = site === "cross-site" && unsafeMethods.has(request.method);
  if (isLocalName(request.hostname) && !isForeignWrite) return next();
  const message = "This tool is for development. Open it at 127.0.0.1 or localhost.";
  return void response.status(403).json({ message });
};

/** Whether this is an IP address, or a name without a domain such as localhost or that of a container. */
function isLocalName(name: string | undefined): boolean {
  return name !== undefined && /^(?:\[[\d:a-f.]+\]|[\d.]+|[\w-]+)$/i.test(name);
}
