import { randomBytes } from "node:crypto";
import type { Request, Response } from "express";
import { exchangeOf } from "../exchange/exchange.ts";
import { pagePolicy } from "../proxy/headers.ts";
import { openApiDocument } from "./openapi.ts";
import { openApiPage } from "./page.ts";
import type { Route } from "../routes.ts";

const documentPath = "/api/openapi.json";
const pagePath = "/api/docs";

/** Whether a request asks for the API's own description. */
export const isDocs = (method: string, path: string): boolean =>
  (method === "GET" || method === "HEAD") && (path === documentPath || path === pagePath);

/** Answers with the description of these routes, as OpenAPI or as a page; made when it is first asked for. */
export const docsHandler = (routes: readonly Route[]) => {
  let made: ReturnType<typeof openApiDocument> | undefined;
  return (request: Request, response: Response): void => {
    const exchange = exchangeOf(response);
    exchange.route = exchange.path;
    made ??= openApiDocument(routes);
    response.setHeader("cache-control", "no-cache");
    if (exchange.path === documentPath) {
      response.json(made);
      return;
    }
    const nonce = randomBytes(18).toString("base64");
    response.setHeader("content-security-policy", pagePolicy(nonce));
    response.type("html").send(openApiPage(made, nonce));
  };
};
