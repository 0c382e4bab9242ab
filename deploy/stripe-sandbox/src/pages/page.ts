import { readFileSync } from "node:fs";
import express, { type Request, type Response, Router } from "express";
import { inTimeOf } from "../state/test-clocks.ts";
import type { World } from "../state/world.ts";
import { type Html, html } from "./html.ts";

/** A page without scripts. `message` is an error, `done` a confirmation. */
export type Page = {
  heading: string;
  body: Html;
  /** Title of the tab. The default is the heading. */
  title?: string;
  status?: number | undefined;
  message?: string | undefined;
  done?: string | undefined;
  /** Origins to which its form may redirect: browsers apply `form-action` to redirects too. */
  origins?: string[];
};

export type Reply = Page | { redirect: string };

/** `id` and `subId` are parts of the path. The fields of the body are not validated. */
export type PageRequest = { id: string; subId: string; query: Request["query"]; body: unknown };

/** Handlers by method and path, for example `GET /c/pay/:id`. */
export type PageRoutes = Record<string, (world: World, request: PageRequest) => Reply>;

const stylesheet = readFileSync(new URL("page.css", import.meta.url), "utf8");
const layout = readFileSync(new URL("page.html", import.meta.url), "utf8");

/** Serves pages. A handler runs in one transaction. */
export function pageRouter(world: World, routes: PageRoutes): Router {
  const router = Router();
  router.get("/assets/page.css", (_req, res) => void res.type("css").send(stylesheet));
  const readForm = express.urlencoded({ extended: false, limit: "16kb" });
  for (const [route, handler] of Object.entries(routes)) {
    const [method, path = ""] = route.split(" ");
    router[method === "GET" ? "get" : "post"](path, readForm, (req, res) => {
      const { id = "", subId = "" } = req.params as Record<string, string>;
      const { query, body } = req as { query: Request["query"]; body: unknown };
      const request = { id, subId, query, body };
      const reply = world.database.transaction(() =>
        inTimeOf(world, [id, subId], () => handler(world, request)),
      );
      if ("redirect" in reply) res.redirect(303, reply.redirect);
      else sendPage(res, reply);
    });
  }
  return router;
}

export function sendPage(res: Response, page: Page): void {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${["'self'", ...(page.origins ?? [])].join(" ")}`,
  ];
  res
    .status(page.status ?? 200)
    .set({
      "content-security-policy": policy.join("; "),
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    })
    .type("html")
    .send(documentOf(page));
}

export const notFound: Page = {
  status: 404,
  heading: "Page not found",
  body: html`<p>Check the address, or go back and start again.</p>`,
};

/** The authentication step of the test bank. Its form posts to `action`. */
export function authenticationPage(action: string, origins: string[] = []): Page {
  return {
    heading: "Authenticate your payment",
    origins,
    body: html`<section class="panel">
      <p>Your test bank asks you to confirm this payment. A real bank shows its own page here.</p>
      <form method="post" action="${action}">
        <button type="submit" name="result" value="confirm">Complete authentication</button>
        <button class="plain" type="submit" name="result" value="fail">Fail authentication</button>
      </form>
    </section>`,
  };
}

/** Whether the form of the authentication step confirms the payment. */
export function isConfirmed({ body }: PageRequest): boolean {
  return (body as { result?: unknown } | undefined)?.result === "confirm";
}

function documentOf({ heading, title = heading, body, message, done }: Page): string {
  const parts: Record<string, Html> = {
    title: html`${message && "Error: "}${title}`,
    heading: html`${heading}`,
    body: html`${message && html`<p class="alert" role="alert">${message}</p>`}
    ${done && html`<p role="status">${done}</p>`} ${body}`,
  };
  return layout.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name]?.markup ?? "");
}
