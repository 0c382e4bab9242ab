import type { Router } from "express";
import { type AccountDeps, accountRoutes } from "./account-routes.ts";
import { type LinkDeps, linkRoutes } from "./link-routes.ts";
import { type SessionDeps, sessionRoutes } from "./session-routes.ts";

/** The HTTP API of accounts and sessions. */
export const routes =
  (deps: AccountDeps & LinkDeps & SessionDeps) =>
  (router: Router): void => {
    accountRoutes(deps)(router);
    linkRoutes(deps)(router);
    sessionRoutes(deps)(router);
  };
