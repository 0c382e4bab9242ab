import type { Router } from "express";
import type { Admin } from "../use-cases/admin.ts";
import { auditRoutes } from "./audit-routes.ts";
import { deadLetterRoutes } from "./dead-letter-routes.ts";
import { paymentRoutes } from "./payment-routes.ts";
import { routes } from "./routes.ts";
import { tableRoutes } from "./table-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";

const groups = [routes, tableRoutes, auditRoutes, paymentRoutes, webhookRoutes, deadLetterRoutes];

/** Every route of the service; admins only. */
export const allRoutes =
  (admin: Admin) =>
  (router: Router): void => {
    for (const add of groups) add(admin)(router);
  };
