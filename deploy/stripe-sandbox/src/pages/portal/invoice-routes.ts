import express, { type Request, type Response, Router } from "express";
import { type Paid, payInvoiceByHand } from "../../billing/portal.ts";
import type { World } from "../../state/world.ts";
import { invoicePage } from "./invoice-page.ts";
import { sendPage } from "../layout.ts";
import { authenticationPage, unknownPage } from "../other-pages.ts";

type View = { status?: number; message?: string; done?: string };

const paidViews: Record<Paid, View> = {
  paid: { done: "Thank you. The invoice is paid." },
  failed: { status: 402, message: "The payment failed. Nothing was charged. Change the card." },
  authenticate: {},
  closed: { done: "This invoice has nothing to pay." },
};

const unconfirmed: View = {
  status: 402,
  message: "The payment was not authenticated. Nothing was charged. Try again or change the card.",
};

/** The portal session in the query, or an empty string. */
const portalOf = ({ query }: Request): string =>
  typeof query["portal"] === "string" && /^bps_\w+$/.test(query["portal"]) ? query["portal"] : "";

const show = (world: World, req: Request<{ id: string }>, res: Response, view: View = {}) => {
  const { status = 200, ...messages } = view;
  const invoice = world.store.find("invoice", req.params.id);
  if (!invoice) return sendPage(res, 404, { title: "Not found", main: unknownPage });
  const main = invoicePage(invoice, { portal: portalOf(req), ...messages });
  return sendPage(res, status, { title: messages.message ? "Error: Invoice" : "Invoice", main });
};

const authentication = (req: Request<{ id: string }>): string => {
  const portal = portalOf(req);
  return `/i/${req.params.id}/authenticate${portal && `?portal=${portal}`}`;
};

/** The hosted page of each invoice: view, pay, authenticate. */
export const invoiceRouter = (world: World): Router => {
  const router = Router();
  router.use("/i", express.urlencoded({ extended: false, limit: "16kb" }));
  router.get("/i/:id", (req, res) => show(world, req, res));
  router.post("/i/:id/pay", (req, res) => {
    const paid = payInvoiceByHand(world, req.params.id, false);
    if (paid === "authenticate") return res.redirect(303, authentication(req));
    return show(world, req, res, paidViews[paid]);
  });
  router.get("/i/:id/authenticate", (req, res) => {
    if (world.store.find("invoice", req.params.id)?.status !== "open") return show(world, req, res);
    return sendPage(res, 200, {
      title: "Authenticate",
      main: authenticationPage(authentication(req)),
    });
  });
  router.post("/i/:id/authenticate", (req, res) => {
    const confirmed = (req.body as { result?: unknown })?.result === "confirm";
    if (!confirmed) return show(world, req, res, unconfirmed);
    return show(world, req, res, paidViews[payInvoiceByHand(world, req.params.id, true)]);
  });
  return router;
};
