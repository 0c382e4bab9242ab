import { readFileSync } from "node:fs";
import { refuseForeignPages } from "@orbline/kit/http/local-tool";
import type { Logger } from "@orbline/kit/observability/logger";
import express, { type ErrorRequestHandler, type Express, type Response } from "express";
import { z } from "zod";
import { listPage, mailPage, unknownPage } from "./pages.ts";
import type { Mails } from "./store.ts";

const stylesheet = readFileSync(new URL("mailbox.css", import.meta.url), "utf8");

const pagePolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

const querySchema = z.object({ to: z.string().trim().max(512).optional() });

/** Pages, JSON API and health of the mailbox. */
export function createApp({ mails, log }: { mails: Mails; log: Logger }): Express {
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
  app.use(refuseForeignPages);
  addPages(app, mails);
  addApi(app, mails);
  app.use((_request, response) => void response.status(404).json({ message: "not found" }));
  app.use(errorHandler(log));
  return app;
}

function addPages(app: Express, mails: Mails): void {
  app.get("/mailbox.css", (_request, response) => void response.type("css").send(stylesheet));
  app.get("/", ({ query }, response) => {
    const to = recipientOf(query);
    sendPage(response, listPage(mails.list(to), to));
  });
  app.get("/mails/:id", ({ params }, response) => {
    const mail = mails.find(params.id);
    if (mail) sendPage(response, mailPage(mail));
    else sendPage(response, unknownPage(), 404);
  });
  app.get("/mails/:id/html", ({ params }, response) => {
    const html = mails.find(params.id)?.html ?? null;
    if (html === null) return sendPage(response, unknownPage(), 404);
    response.set("content-security-policy", mailPolicy).type("html");
    response.send(`<base target="_blank">${html}`);
  });
}

function addApi(app: Express, mails: Mails): void {
  app.get("/api/mails", ({ query }, response) => {
    response.json({ mails: mails.list(recipientOf(query)) });
  });
  app.get("/api/mails/:id", ({ params }, response) => {
    const mail = mails.find(params.id);
    if (mail) response.json(mail);
    else response.status(404).json({ message: "There is no such mail." });
  });
  app.delete("/api/mails", (_request, response) => {
    mails.clear();
    response.status(204).end();
  });
}

function recipientOf(query: unknown): string | undefined {
  return querySchema.parse(query).to || undefined;
}

function sendPage(response: Response, page: string, status = 200): void {
  response.status(status).set("content-security-policy", pagePolicy).type("html").send(page);
}

const errorHandler =
  (log: Logger): ErrorRequestHandler =>
  (error, request, response, next) => {
    if (response.headersSent) return next(error);
    if (error instanceof z.ZodError)
      return void response.status(400).json({ message: z.prettifyError(error) });
    log.error({ err: error, path: request.path }, "request failed");
    response.status(500).json({ message: "The mailbox failed. Its log has the reason." });
  };
