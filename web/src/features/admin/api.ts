import type { SecurityAction, SecurityOutcome } from "@orbline/proto/constants/security";
import type { AdminAction } from "@orbline/proto/http/admin/audit";
import type { Webhook } from "@orbline/proto/http/admin/operations";
import type { Payment } from "@orbline/proto/http/admin/payments";
import type { AdminTable } from "@orbline/proto/http/admin/tables";
import type { SubscriptionStatus } from "@orbline/proto/http/identity/user";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call, callPage } from "#/lib/api.ts";

/** Every query of the admin screens has a key that begins with this. */
export const adminKey = ["admin"] as const;

export type UserFilter = { search: string; status: SubscriptionStatus | undefined };

/** Users with their subscriptions; the search is a prefix of username or email. */
export function usersQuery(filter: UserFilter) {
  return listQuery(["/api/admin/users/subscriptions", filter], (cursor, signal) =>
    callPage("admin", "GET /api/admin/users/subscriptions", {
      query: { ...filter, cursor },
      signal,
    }),
  );
}

/** One user's subscription with what the payment provider holds. */
export function userDetailsQuery(userId: string) {
  return queryOptions({
    queryKey: [...adminKey, "/api/admin/user", userId],
    queryFn: ({ signal }) =>
      call("admin", "GET /api/admin/user/{id}/subscription", { params: { id: userId }, signal }),
  });
}

/** Whether a user is blocked, and how many sessions are open. */
export function accessQuery(userId: string) {
  return queryOptions({
    queryKey: [...adminKey, "/api/admin/user/access", userId],
    queryFn: ({ signal }) =>
      call("admin", "GET /api/admin/user/{id}/access", { params: { id: userId }, signal }),
  });
}

/** Rows of a table, in the order of their ids. */
export function tableQuery(table: AdminTable) {
  return listQuery(["/api/admin/table", table], (cursor, signal) =>
    call("admin", `GET /api/admin/table/${table}`, { query: { cursor }, signal }),
  );
}

export type PaymentFilter = { username: string; status: Payment["status"] | undefined };

/** Payments of all users or of one, newest first. */
export function paymentsQuery(filter: PaymentFilter) {
  return listQuery(["/api/admin/payments", filter], (cursor, signal) =>
    call("admin", "GET /api/admin/payments", { query: { ...filter, cursor }, signal }),
  );
}

export type WebhookFilter = { id: string; outcome: Webhook["outcome"] | undefined };

/** Webhooks of the payment provider, newest first; an id finds one, whatever its outcome. */
export function webhooksQuery(filter: WebhookFilter) {
  return listQuery(["/api/admin/webhooks", filter], (cursor, signal) =>
    call("admin", "GET /api/admin/webhooks", { query: { ...filter, cursor }, signal }),
  );
}

/** Actions of admins, newest first. */
export function auditQuery(action: AdminAction | undefined) {
  return listQuery(["/api/admin/audit", { action }], (cursor, signal) =>
    call("admin", "GET /api/admin/audit", { query: { action, cursor }, signal }),
  );
}

export type SecurityFilter = {
  username: string;
  action: SecurityAction | undefined;
  outcome: SecurityOutcome | undefined;
};

/** Security events of all users or of one, newest first. */
export function securityQuery(filter: SecurityFilter) {
  return listQuery(["/api/admin/security-events", filter], (cursor, signal) =>
    call("admin", "GET /api/admin/security-events", { query: { ...filter, cursor }, signal }),
  );
}

/** Recurring revenue, access, churn, failed payments and the webhook inbox now. */
export function overviewQuery() {
  return queryOptions({
    queryKey: [...adminKey, "overview"],
    queryFn: ({ signal }) => call("admin", "GET /api/admin/overview", { signal }),
  });
}

/** Messages between services that wait for a replay. */
export function deadLettersQuery() {
  return queryOptions({
    queryKey: [...adminKey, "dead-letters"],
    queryFn: ({ signal }) => call("admin", "GET /api/admin/dead-letters", { signal }),
  });
}

/** Payments and refunds added up by month and plan, from a month (`2026-01`) on. */
export function revenueQuery(from: string) {
  return queryOptions({
    queryKey: [...adminKey, "revenue", from],
    queryFn: ({ signal }) => call("admin", "GET /api/admin/revenue", { query: { from }, signal }),
  });
}

/** How fresh the live ratings are. */
export function ratingsQuery() {
  return queryOptions({
    queryKey: [...adminKey, "ratings"],
    queryFn: ({ signal }) => call("admin", "GET /api/admin/ratings", { signal }),
  });
}

/** A list that is read page by page. */
function listQuery<Page extends { nextCursor: string | null | undefined }>(
  key: readonly unknown[],
  load: (cursor: string, signal: AbortSignal) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey: [...adminKey, ...key],
    initialPageParam: "",
    queryFn: ({ pageParam: cursor, signal }) => load(cursor, signal),
    getNextPageParam: (page) => page.nextCursor,
  });
}
