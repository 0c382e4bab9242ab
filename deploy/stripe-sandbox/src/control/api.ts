import express, { type NextFunction, type Request, type Response, Router } from "express";
import { z } from "zod";
import { failureSchema } from "../http/failures.ts";
import { switchesSchema } from "../webhooks/deliveries.ts";
import { type Control, filterSchema, resendSchema } from "./control.ts";

const tenYears = 10 * 366 * 86_400;

const webhooksSchema = switchesSchema.partial().extend({
  url: z
    .httpUrl()
    .or(z.url({ protocol: /^https?$/ }))
    .nullable()
    .optional(),
});

const cardsSchema = z.strictObject({
  customer: z.string(),
  charge: z.enum(["pays", "declines", "authenticates", "disputes", "refund_fails"]),
});

/** A call of the control API. `run` returns undefined if nothing matches. @throws a ZodError */
export type Call = { status: number; run: (input: unknown) => object | undefined };

export type Calls = ReturnType<typeof controlCalls>;

/** The calls by method and path. The parts of the path are fields of the input. */
export function controlCalls(control: Control) {
  const failures = () => ({ failures: control.state().failures });
  return {
    "GET /state": call(z.object({}), control.state),
    "POST /clock/advance": call(
      z.strictObject({ seconds: z.int().min(0).max(tenYears) }),
      ({ seconds }) => control.advance(seconds),
    ),
    "PATCH /webhooks": call(webhooksSchema, ({ url, ...switches }) => {
      if (url !== undefined) control.setWebhookUrl(url ?? undefined);
      control.setWebhooks(switches);
      return control.state().webhooks;
    }),
    "PATCH /checkout": call(z.strictObject({ subscriptionFirst: z.boolean() }), (wanted) => {
      control.setCheckout(wanted);
      return control.state().checkout;
    }),
    "POST /webhooks/resend": call(resendSchema, control.resend, 202),
    "GET /deliveries": call(filterSchema, (filter) => ({ data: control.deliveries(filter) })),
    "POST /failures": call(
      failureSchema,
      (failure) => {
        control.failNext(failure);
        return failures();
      },
      201,
    ),
    "DELETE /failures": call(z.object({}), () => {
      control.clearFailures();
      return failures();
    }),
    "POST /cards": call(cardsSchema, ({ customer, charge }) => ({
      cards: control.setCards(customer, charge),
    })),
    "POST /refunds": call(
      z.strictObject({ charge: z.string(), part: z.enum(["all", "half"]).default("all") }),
      ({ charge, part }) => control.refund(charge, part),
    ),
    "POST /disputes": call(z.strictObject({ charge: z.string() }), ({ charge }) =>
      control.dispute(charge),
    ),
    "POST /disputes/:id/close": call(
      z.strictObject({ id: z.string(), outcome: z.enum(["won", "lost"]) }),
      ({ id, outcome }) => control.closeDispute(id, outcome),
    ),
    "POST /reset": call(z.object({}), () => {
      control.reset();
      return control.state();
    }),
  };
}

/** The control API under /_control: JSON, no key, loopback only. */
export function controlRouter(calls: Calls): Router {
  const router = Router();
  router.use(refuseBrowsers, express.json({ limit: "1mb" }));
  for (const [route, { status, run }] of Object.entries(calls)) {
    const [method, path = ""] = route.split(" ");
    router[method?.toLowerCase() as "get" | "post" | "patch" | "delete"](path, (req, res) => {
      const input: unknown = method === "GET" ? req.query : req.body;
      const found = run({ ...(input as object | undefined), ...req.params });
      res.status(found ? status : 404).json(found ?? { message: "Nothing matches that request." });
    });
  }
  router.use((error: unknown, _req: Request, res: Response, next: NextFunction) => {
    if (!(error instanceof z.ZodError)) return next(error);
    res.status(400).json({ message: z.prettifyError(error) });
  });
  return router;
}

function call<S extends z.ZodType>(
  schema: S,
  run: (input: z.output<S>) => object | undefined,
  status = 200,
): Call {
  return { status, run: (input) => run(schema.parse(input)) };
}

const isLoopback = (address = "") => /^(::1|(::ffff:)?127\.)/.test(address);

function refuseBrowsers(req: Request, res: Response, next: NextFunction) {
  if (isLoopback(req.socket.remoteAddress) && req.headers.origin === undefined) return next();
  const message = "The control API accepts requests from local programs only.";
  res.status(403).json({ message });
}
