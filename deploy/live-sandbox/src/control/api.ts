import express, { type NextFunction, type Request, type Response, Router } from "express";
import { z } from "zod";
import { faultSchema } from "../faults.ts";
import { changeSchema } from "../season/changes.ts";
import { type Control, truthsSchema } from "./control.ts";

const maxHours = 24 * 400;
const maxSpeed = 3_600;

const clockSchema = z
  .strictObject({
    hours: z.number().min(0).max(maxHours).optional(),
    speed: z.number().min(0).max(maxSpeed).optional(),
  })
  .refine(({ hours, speed }) => hours !== undefined || speed !== undefined, {
    message: "pass hours or speed",
  });

const failSchema = faultSchema.extend({ hours: z.number().positive().max(maxHours) });

/** The control API under /_control: JSON, without a key, for programs of this machine alone. */
export function controlRouter(control: Control): Router {
  const router = Router();
  router.use(refuseBrowsers, express.json());
  router.get("/state", (_req, res) => void res.json(control.state()));
  router.get("/calls", (_req, res) => void res.json(control.calls()));
  router.get("/truths", (req, res) => {
    res.json(control.truths(truthsSchema.parse(req.query)));
  });
  router.post("/clock", (req, res) => {
    const { hours, speed } = clockSchema.parse(req.body);
    if (speed !== undefined) control.setSpeed(speed);
    res.json(control.advance(hours ?? 0));
  });
  router.post("/games/:id/changes", (req, res) => {
    const game = control.change(req.params.id, changeSchema.parse(req.body));
    const message = "There is no such game, or it has ended.";
    res.status(game ? 201 : 404).json(game ?? { message });
  });
  router.post("/faults", (req, res) => {
    const { hours, ...fault } = failSchema.parse(req.body);
    res.status(201).json(control.fail(fault, hours));
  });
  router.delete("/faults", (_req, res) => void res.json(control.clearFaults()));
  router.use((error: unknown, _req: Request, res: Response, next: NextFunction) => {
    if (!(error instanceof z.ZodError)) return next(error);
    res.status(400).json({ message: z.prettifyError(error) });
  });
  return router;
}

const isLoopback = (address = "") => /^(::1|(::ffff:)?127\.)/.test(address);

function refuseBrowsers(req: Request, res: Response, next: NextFunction) {
  if (isLoopback(req.socket.remoteAddress) && req.headers.origin === undefined) return next();
  const message = "The control API accepts requests from local programs only.";
  res.status(403).json({ message });
}
