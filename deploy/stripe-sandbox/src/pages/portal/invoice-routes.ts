import express, { type Request, type Response, Router } from "express";
import { type Paid, payBill } from "../../billing/portal.ts";
import type { World } from "../../state/world.ts";
import { invoicePage } from "./invoice-page.ts";
import { sendPage } from "../layout.ts";
import { authenticationPage, unknownPage } from "../other-pages.ts";

type Words = { status?: number; message?: string; done?: string };

const statusWords: Record<Paid, Words> = {
  paid: { done: "Thank you, the bill is paid." },
  failed: { status: 402, message: "The payment failed. Nothing was charged: change the card." },
  authenticate: {},
  closed: { done: "There is nothing to pay on this bill." },
};

const unconfirmed: Words = {
  status: 402,
  message: "The payment was not confirmed. Nothing was charged: try again or change the card.",
};

/** The portal that the visitor came from, if the address names one. */
const portalOf = ({ query }: Request): string =>
  typeof query["portal"] === "string" && /^bps_\w+$/.test(query["portal"]) ? query["portal"] : "";

const show = (world: World, req: Request<{ id: string }>, res: Response, words: Words = {}) => {
  const { status = 200, ...said } = words;
  const invoice = world.store.find("invoice", req.params.id);
  if (!invoice) return sendPage(res, 404, { title: "Not found", main: unknownPage });
  const main = invoicePage(invoice, { portal: portalOf(req), ...said });
  return sendPage(res, status, { title: said.message ? "Error: Invoice" : "Invoice", main });
};

const authentication = (req: Request<{ id: string }>): string => {
  const portal = portalOf(req);
  return `/i/${req.params.id}/authenticate${portal && `?portal=${portal}`}`;
};

/** The hosted page of each invoice: read, pay, and confirm where the card asks for it. */
export const invoiceRouter = (world: World): Router => {
  const router = Router();
  router.use("/i", express.urlencoded({ extended: false, limit: "16kb" }));
  router.get("/i/:id", (req, res) => show(world, req, res));
  router.post("/i/:id/pay", (req, res) => {
    const paid = payBill(world, req.params.id, false);
    if (paid === "authenticate") return res.redirect(303, authentication(req));
    return show(world, req, res, statusWords[paid]);
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
    return show(world, req, res, statusWords[payBill(world, req.params.id, true)]);
  });
  return router;
};
