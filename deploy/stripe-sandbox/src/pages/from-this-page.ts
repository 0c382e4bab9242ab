import type { NextFunction, Request, Response } from "express";
import type { World } from "../state/world.ts";
import { html } from "./html.ts";
import { sendPage } from "./layout.ts";

const isLocalName = (name: string) => /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(name);

/** Rejects forms of other origins and requests for unknown host names (DNS rebinding). */
export const requireSameOrigin =
  (world: World) =>
  (req: Request, res: Response, next: NextFunction): void => {
    const host = req.headers.host ?? "";
    const name = URL.parse(`http://${host}`)?.hostname ?? "";
    const isKnown = host === URL.parse(world.publicUrl())?.host || isLocalName(name);
    const isOwn = req.method === "GET" || URL.parse(req.headers.origin ?? "")?.host === host;
    if (isKnown && isOwn) return next();
    const main = html`<h1>Refused</h1>
      <p>The control page accepts its own forms only.</p>`;
    return sendPage(res, 403, { title: "Refused", main });
  };
