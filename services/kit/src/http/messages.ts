import { IncomingMessage, ServerResponse } from "node:http";
import type { Express } from "express";

/**
 * Classes for a server of this application, whose requests and answers have express's prototypes from the start.
 * Express else changes the prototypes of each, which costs more than everything else that it does.
 */
export const messageClasses = (app: Express) => {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {
    /** Express's own is an object without a shape that the engine could remember. */
    locals: Record<string, unknown> = {};
  }
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request) as Express["request"];
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response) as Express["response"];
  return {
    IncomingMessage: AppRequest,
    ServerResponse: AppResponse as typeof ServerResponse,
  };
};
