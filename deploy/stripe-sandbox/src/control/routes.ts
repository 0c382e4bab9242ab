import express, { type NextFunction, type Request, type Response, Router } from "express";
import { z } from "zod";
import { failureSchema } from "../http/failures.ts";
import { switchesSchema } from "../webhooks/switches.ts";
import type { Control } from "./control.ts";

const tenYears = 10 * 366 * 86_400;

const state = z.enum(["pending", "succeeded", "dropped", "exhausted"]);
const advanceSchema = z.strictObject({ seconds: z.int().min(0).max(tenYears) });
const webhooksSchema = switchesSchema.partial().extend({
  url: z
    .httpUrl()
    .or(z.url({ protocol: /^https?$/ }))
    .nullable()
    .optional(),
});
const resendSchema = z
  .strictObject({
    events: z.array(z.string()).max(10_000).optional(),
    state: state.optional(),
    copies: z.int().min(1).max(100).optional(),
    forged: z.boolean().optional(),
  })
  .refine(({ events, state: wanted }) => (events === undefined) !== (wanted === undefined), {
    message: "pass either events or state",
  });
const listSchema = z.strictObject({
  event: z.string().optional(),
  state: state.optional(),
  limit: z.coerce.number().int().min(1).max(100_000).optional(),
});

const cardsSchema = z.strictObject({
  customer: z.string(),
  charge: z.enum(["pays", "declines", "authenticates", "disputes", "refund_fails"]),
});
const disputeSchema = z.strictObject({ charge: z.string() });
const closeSchema = z.strictObject({ outcome: z.enum(["won", "lost"]) });

const isLoopback = (address = "") => /^(::1|(::ffff:)?127\.)/.test(address);

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** The control API under /_control: JSON, no key, loopback only. */
export function controlRouter(control: Control): Router {
  const router = Router();
  router.use(guard, express.json({ limit: "1mb" }));
  router.get("/state", (_req, res) => void res.json(control.state()));
  router.post("/clock/advance", (req, res) => {
    res.json(control.advance(advanceSchema.parse(req.body).seconds));
  });
  router.patch("/webhooks", (req, res) => {
    const { url, ...switches } = webhooksSchema.parse(req.body);
    if (url !== undefined) control.setWebhookUrl(url ?? undefined);
    control.setWebhooks(dropUndefined(switches));
    res.json(control.state().webhooks);
  });
  router.post("/webhooks/resend", (req, res) => {
    res.status(202).json(control.resend(dropUndefined(resendSchema.parse(req.body))));
  });
  router.get("/deliveries", (req, res) => {
    res.json({ data: control.deliveries(dropUndefined(listSchema.parse(req.query))) });
  });
  router.post("/failures", (req, res) => {
    control.failNext(failureSchema.parse(req.body));
    res.status(201).json({ failures: control.state().failures });
  });
  router.delete("/failures", (_req, res) => {
    control.clearFailures();
    res.json({ failures: [] });
  });
  router.post("/cards", (req, res) => {
    const { customer, charge } = cardsSchema.parse(req.body);
    res.json({ cards: control.setCards(customer, charge) });
  });
  router.post("/disputes", (req, res) => {
    sendFound(res, control.dispute(disputeSchema.parse(req.body).charge));
  });
  router.post("/disputes/:id/close", (req, res) => {
    const { outcome } = closeSchema.parse(req.body);
    sendFound(res, control.closeDispute(req.params.id, outcome));
  });
  router.post("/reset", (_req, res) => {
    control.reset();
    res.json(control.state());
  });
  router.use((error: unknown, _req: Request, res: Response, next: NextFunction) => {
    if (!(error instanceof z.ZodError)) return next(error);
    res.status(400).json({ message: z.prettifyError(error) });
  });
  return router;
}

function guard(req: Request, res: Response, next: NextFunction) {
  if (!isLoopback(req.socket.remoteAddress) || req.headers.origin !== undefined) {
    res.status(403).json({ message: "The control API accepts requests from local programs only." });
    return;
  }
  next();
}

/** Drops undefined fields. */
function dropUndefined<T extends object>(value: T) {
  return Object.fromEntries(
    Object.entries(value).filter(([, each]) => each !== undefined),
  ) as Defined<T>;
}

function sendFound(res: Response, found: object | undefined) {
  res.status(found ? 200 : 404).json(found ?? { message: "Nothing matches that request." });
}
