import express, { type NextFunction, type Request, type Response, Router } from "express";
import { z } from "zod";
import type { Control } from "../../control/control.ts";
import { kindOf } from "../../state/ids.ts";
import type { World } from "../../state/world.ts";
import { customerPage } from "./customer.ts";
import { actions, doneMessages, type Done } from "./actions.ts";
import { controlPage } from "./page.ts";
import { html } from "../html.ts";
import { sendPage } from "../layout.ts";
import { unknownPage } from "../result-pages.ts";

const isLocalName = (name: string) => /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(name);

/** The control page under /control: plain forms over the functions of the control API. */
export function controlPageRouter(world: World, control: Control): Router {
  const router = Router();
  router.get("/", (_req, res) => res.redirect(302, "/control"));
  router.use("/control", requireSameOrigin(world));
  router.use("/control", express.urlencoded({ extended: false, limit: "16kb" }));
  router.get("/control", (req, res) =>
    sendPage(res, 200, {
      title: "Payment sandbox",
      main: controlPage(world, control, doneOf(req)),
    }),
  );
  router.get("/control/customers/:id", (req, res) => {
    const customer = world.store.find("customer", req.params.id);
    if (!customer) return sendPage(res, 404, { title: "Not found", main: unknownPage });
    const main = customerPage(world, customer, doneOf(req));
    return sendPage(res, 200, { title: "Customer", main });
  });
  router.get("/control/objects/:id", (req, res) => showObject(world, res, req.params.id));
  for (const [path, act] of Object.entries(actions(control)))
    router.post(`/control/${path}`, (req, res) => {
      const { done, customer } = act(req.body);
      const page = customer === undefined ? "" : `/customers/${encodeURIComponent(customer)}`;
      res.redirect(303, `/control${page}?done=${done}`);
    });
  router.use("/control", (error: unknown, _req: Request, res: Response, next: NextFunction) => {
    if (!(error instanceof z.ZodError)) return next(error);
    const main = html`<h1>Invalid request</h1>
      <p role="alert" class="alert">${z.prettifyError(error)}</p>
      <p><a class="back" href="/control">Back to the sandbox</a></p>`;
    return sendPage(res, 422, { title: "Error: Payment sandbox", main });
  });
  return router;
}

/** Rejects forms of other origins and requests for unknown host names (DNS rebinding). */
function requireSameOrigin(world: World) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const host = req.headers.host ?? "";
    const name = URL.parse(`http://${host}`)?.hostname ?? "";
    const isKnown = host === URL.parse(world.publicUrl())?.host || isLocalName(name);
    const isOwn = req.method === "GET" || URL.parse(req.headers.origin ?? "")?.host === host;
    if (isKnown && isOwn) return next();
    const main = html`<h1>Refused</h1>
      <p>The control page accepts its own forms only.</p>`;
    return sendPage(res, 403, { title: "Refused", main });
  };
}

function doneOf({ query }: Request): string | undefined {
  const { done } = query;
  return typeof done === "string" && Object.hasOwn(doneMessages, done)
    ? doneMessages[done as Done]
    : undefined;
}

function showObject(world: World, res: Response, id: string) {
  const kind = kindOf(id);
  const found = kind && world.store.find(kind, id);
  if (!found) return sendPage(res, 404, { title: "Not found", main: unknownPage });
  const main = html`<h1>${id}</h1>
    <p><a class="back" href="/control">Back to the sandbox</a></p>
    <pre tabindex="0" role="region" aria-label="The object as the API returns it">
${JSON.stringify(found, null, 2)}</pre>`;
  return sendPage(res, 200, { title: id, main });
}
