import express, { type Request, type Response, Router } from "express";
import {
  attemptCheckout,
  confirmAuthentication,
  payable,
  type Attempt,
} from "../../billing/checkout/pay-session.ts";
import type { CheckoutSession } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";
import { checkoutForm, offerOf } from "./form.ts";
import { emptyFields, type FieldErrors, type Fields, checkFields, readFields } from "./entry.ts";
import { stylesheet, sendPage } from "../layout.ts";
import { authenticationPage, completePage, expiredPage, unknownPage } from "../result-pages.ts";

type FormState = { status?: number; fields?: Fields; errors?: FieldErrors; message?: string };

const originsOf = ({ success_url: url }: CheckoutSession) => (url ? [new URL(url).origin] : []);

const lockedEmail = ({ customer_details: details }: CheckoutSession) => details?.email ?? null;

/** The hosted checkout pages: plain HTML forms without scripts. */
export function checkoutRouter(world: World): Router {
  const router = Router();
  router.use("/c/pay", express.urlencoded({ extended: false, limit: "16kb" }));
  router.get("/assets/checkout.css", (_req, res) => void res.type("css").send(stylesheet));
  router.get("/c/pay/:id", (req, res) => showForm(world, res, req.params.id));
  router.post("/c/pay/:id", (req, res) => pay(world, req, res));
  router.get("/c/pay/:id/authenticate", (req, res) => authenticate(world, req, res));
  router.post("/c/pay/:id/authenticate", (req, res) => {
    const { id } = req.params;
    const confirmed = (req.body as { result?: unknown })?.result === "confirm";
    sendAttempt(world, res, id, confirmAuthentication(world, id, confirmed));
  });
  return router;
}

function pay(world: World, req: Request, res: Response) {
  const id = String(req.params["id"]);
  const open = payable(world, id);
  if (!open) return sendAttempt(world, res, id, { kind: "closed" });
  const typed = readFields(req.body);
  const fields = { ...typed, email: lockedEmail(open.session) ?? typed.email };
  const checked = checkFields(fields, needsCard(open.session), world.clock.now());
  if ("entry" in checked)
    return sendAttempt(world, res, id, attemptCheckout(world, id, checked.entry), fields);
  const { errors, declined } = checked;
  return declined === undefined
    ? showForm(world, res, id, { status: 422, fields, errors })
    : showForm(world, res, id, { status: 402, fields, message: declined });
}

function showForm(world: World, res: Response, id: string, state: FormState = {}) {
  const open = payable(world, id);
  if (!open) return showClosed(world, res, id);
  const { session, record } = open;
  const main = checkoutForm({
    session,
    offer: offerOf(session, record, world.clock.now()),
    lockedEmail: lockedEmail(session),
    needsCard: needsCard(session),
    fields: state.fields ?? emptyFields,
    errors: state.errors ?? {},
    message: state.message,
  });
  const title = state.errors || state.message ? "Error: Checkout" : "Checkout";
  return sendPage(res, state.status ?? 200, { title, main, origins: originsOf(session) });
}

function authenticate(world: World, req: Request, res: Response) {
  const id = String(req.params["id"]);
  const open = payable(world, id);
  if (!open?.record.attempt) return showForm(world, res, id);
  const main = authenticationPage(`/c/pay/${open.session.id}/authenticate`);
  return sendPage(res, 200, { title: "Authenticate", main, origins: originsOf(open.session) });
}

function sendAttempt(world: World, res: Response, id: string, attempt: Attempt, fields?: Fields) {
  if (attempt.kind === "complete") return res.redirect(303, successUrl(attempt.session));
  if (attempt.kind === "authenticate") return res.redirect(303, `/c/pay/${id}/authenticate`);
  if (attempt.kind === "declined") {
    const message = `${attempt.message} Nothing was charged. Try again or use another card.`;
    return showForm(world, res, id, { status: 402, message, ...(fields ? { fields } : {}) });
  }
  const session = world.store.find("checkout.session", id);
  return session?.status === "complete"
    ? res.redirect(303, successUrl(session))
    : showClosed(world, res, id);
}

function needsCard(session: CheckoutSession) {
  return session.amount_total !== 0 || session.payment_method_collection === "always";
}

function showClosed(world: World, res: Response, id: string) {
  const session = world.store.find("checkout.session", id);
  if (!session) return sendPage(res, 404, { title: "Not found", main: unknownPage });
  return session.status === "complete"
    ? sendPage(res, 200, { title: "Complete", main: completePage(successUrl(session)) })
    : sendPage(res, 200, { title: "Expired", main: expiredPage(session.cancel_url) });
}

function successUrl(session: CheckoutSession) {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}
