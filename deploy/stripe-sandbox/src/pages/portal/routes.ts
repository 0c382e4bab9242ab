import express, { type Request, type Response, Router } from "express";
import {
  type Portal,
  payInvoiceByHand,
  portalOf,
  replaceCard,
  setRenewal,
} from "../../billing/portal.ts";
import type { World } from "../../state/world.ts";
import { checkCard, emptyFields, readFields } from "../checkout/entry.ts";
import { paidViews } from "./invoices.ts";
import { sendPage } from "../layout.ts";
import { portalGonePage, portalPage, type PortalView } from "./page.ts";

const emptyView: PortalView = { fields: emptyFields, errors: {} };

/** The customer portal: plain HTML forms without scripts. */
export function portalRouter(world: World): Router {
  const router = Router();
  router.use("/p/session", express.urlencoded({ extended: false, limit: "16kb" }));
  router.get("/p/session/:id", (req, res) => show(world, res, req.params.id));

  const post = (
    path: string,
    act: (portal: Portal, req: Request<{ id: string }>, res: Response) => void,
  ) =>
    router.post(`/p/session/:id/${path}`, (req: Request<{ id: string }>, res) => {
      const portal = portalOf(world, req.params.id);
      if (portal) act(portal, req, res);
      else show(world, res, req.params.id);
    });

  const renewal =
    (renews: boolean, done: string) => (portal: Portal, _req: unknown, res: Response) => {
      world.database.transaction(() => setRenewal(world, portal, renews));
      show(world, res, portal.session.id, { done });
    };
  post("cancel", renewal(false, "The plan ends with the current period."));
  post("resume", renewal(true, "The plan renews again."));
  post("card", (portal, req, res) => saveCard(world, portal, req, res));
  post("pay/:invoice", (portal, req, res) => {
    const wanted = (req.params as { invoice?: string }).invoice;
    const invoice = portal.invoices.find(({ id }) => id === wanted);
    const paid = invoice ? payInvoiceByHand(world, invoice.id, false) : "closed";
    if (invoice && paid === "authenticate")
      return res.redirect(303, `/i/${invoice.id}/authenticate?portal=${portal.session.id}`);
    return show(world, res, portal.session.id, paidViews[paid]);
  });
  return router;
}

function show(
  world: World,
  res: Response,
  id: string,
  { status = 200, ...view }: Partial<PortalView> & { status?: number } = {},
) {
  const portal = portalOf(world, id);
  if (!portal) return sendPage(res, 404, { title: "Expired", main: portalGonePage });
  const main = portalPage(portal, { ...emptyView, ...view });
  const title = view.message ? "Error: Your subscription" : "Your subscription";
  return sendPage(res, status, { title, main });
}

function saveCard(world: World, portal: Portal, req: Request, res: Response) {
  const fields = readFields(req.body);
  const { id } = portal.session;
  const checked = checkCard(fields, world.clock.now());
  if ("errors" in checked) {
    const message = checked.declined ?? "Check the marked fields.";
    return show(world, res, id, { status: 422, fields, errors: checked.errors, message });
  }
  if (checked.card.known.entry === "declined")
    return show(world, res, id, { status: 402, fields, message: "Your card was declined." });
  replaceCard(world, portal, checked.card);
  return show(world, res, id, { done: "The card is saved." });
}
