import { readFileSync } from "node:fs";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { z } from "zod";
import type { Log } from "./log.ts";
import { listPage, mailPage, unknownPage } from "./pages.ts";
import type { Mails } from "./store.ts";

const stylesheet = readFileSync(new URL("mailbox.css", import.meta.url), "utf8");

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

const querySchema = z.object({ to: z.string().trim().max(512).optional() });

const recipient = (req: Request): string | undefined => {
  const { to } = querySchema.parse(req.query);
  return to === "" ? undefined : to;
};

const sendPage = (res: Response, page: string, status = 200) =>
  void res.status(status).set("content-security-policy", PAGE_POLICY).type("html").send(page);

const addPages = (app: Express, mails: Mails) => {
  app.get("/mailbox.css", (_req, res) => void res.type("css").send(stylesheet));
  app.get("/", (req, res) => {
    const to = recipient(req);
    sendPage(res, listPage(mails.list(to), to));
  });
  app.get("/mails/:id", (req, res) => {
    const mail = mails.find(req.params.id);
    if (mail) sendPage(res, mailPage(mail));
    else sendPage(res, unknownPage(), 404);
  });
  app.get("/mails/:id/html", (req, res) => {
    const html = mails.find(req.params.id)?.html ?? null;
    if (html === null) sendPage(res, unknownPage(), 404);
    else {
      res.set("content-security-policy", MAIL_POLICY).type("html");
      res.send(`<base target="_blank">${html}`);
    }
  });
};

const addApi = (app: Express, mails: Mails) => {
  app.get("/api/mails", (req, res) => {
    res.json({ mails: mails.list(recipient(req)) });
  });
  app.get("/api/mails/:id", (req, res) => {
    const mail = mails.find(req.params.id);
    if (mail) res.json(mail);
    else res.status(404).json({ message: "There is no such mail." });
  });
  app.delete("/api/mails", (_req, res) => {
    mails.clear();
    res.status(204).end();
  });
};

const answerError =
  (log: Log) => (error: unknown, req: Request, res: Response, next: NextFunction) => {
    if (res.headersSent) return next(error);
    if (error instanceof z.ZodError)
      return void res.status(400).json({ message: z.prettifyError(error) });
    log.error({ err: error, path: req.path }, "defect");
    res.status(500).json({ message: "The mailbox has a defect." });
  };

/** The mailbox's pages, JSON API and health. */
export const createApp = ({ mails, log }: { mails: Mails; log: Log }): Express => {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.use((_req, res, next) => {
    res.set({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
    next();
  });
  app.get(["/healthz", "/readyz"], (_req, res) => void res.json({ status: "ok" }));
  addPages(app, mails);
  addApi(app, mails);
  app.use((_req, res) => void res.status(404).json({ message: "not found" }));
  app.use(answerError(log));
  return app;
};
