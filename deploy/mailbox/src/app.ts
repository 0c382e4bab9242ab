import { readFileSync } from "node:fs";
import type { Logger } from "@orbline/kit/observability/logger";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { z } from "zod";
import { listPage, mailPage, unknownPage } from "./pages.ts";
import type { Mails } from "./store.ts";

const stylesheet = readFileSync(new URL("mailbox.css", import.meta.url), "utf8");

const pagePolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

const querySchema = z.object({ to: z.string().trim().max(512).optional() });

const recipient = (request: Request): string | undefined => {
  const { to } = querySchema.parse(request.query);
  return to === "" ? undefined : to;
};

const sendPage = (response: Response, page: string, status = 200) =>
  void response.status(status).set("content-security-policy", pagePolicy).type("html").send(page);

const addPages = (app: Express, mails: Mails) => {
  app.get("/mailbox.css", (_request, response) => void response.type("css").send(stylesheet));
  app.get("/", (request, response) => {
    const to = recipient(request);
    sendPage(response, listPage(mails.list(to), to));
  });
  app.get("/mails/:id", (request, response) => {
    const mail = mails.find(request.params.id);
    if (mail) sendPage(response, mailPage(mail));
    else sendPage(response, unknownPage(), 404);
  });
  app.get("/mails/:id/html", (request, response) => {
    const html = mails.find(request.params.id)?.html ?? null;
    if (html === null) sendPage(response, unknownPage(), 404);
    else {
      response.set("content-security-policy", mailPolicy).type("html");
      response.send(`<base target="_blank">${html}`);
    }
  });
};

const addApi = (app: Express, mails: Mails) => {
  app.get("/api/mails", (request, response) => {
    response.json({ mails: mails.list(recipient(request)) });
  });
  app.get("/api/mails/:id", (request, response) => {
    const mail = mails.find(request.params.id);
    if (mail) response.json(mail);
    else response.status(404).json({ message: "There is no such mail." });
  });
  app.delete("/api/mails", (_request, response) => {
    mails.clear();
    response.status(204).end();
  });
};

const answerError =
  (log: Logger) => (error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error);
    if (error instanceof z.ZodError)
      return void response.status(400).json({ message: z.prettifyError(error) });
    log.error({ err: error, path: request.path }, "defect");
    response.status(500).json({ message: "The mailbox has a defect." });
  };

/** The mailbox's pages, JSON API and health. */
export const createApp = ({ mails, log }: { mails: Mails; log: Logger }): Express => {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.use((_request, response, next) => {
    response.set({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
    next();
  });
  app.get(["/healthz", "/readyz"], (_request, response) => void response.json({ status: "ok" }));
  addPages(app, mails);
  addApi(app, mails);
  app.use((_request, response) => void response.status(404).json({ message: "not found" }));
  app.use(answerError(log));
  return app;
};
