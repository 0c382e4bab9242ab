import {
  adminCommandResponseSchema,
  adminUserDetailsSchema,
  adminUsersResponseSchema,
} from "@orbline/proto/http/admin/users";
import { auditResponseSchema, type AdminAction } from "@orbline/proto/http/admin/audit";
import {
  replayWebhookResponseSchema,
  webhooksResponseSchema,
  type Webhook,
} from "@orbline/proto/http/admin/operations";
import {
  paymentsResponseSchema,
  refundPaymentResponseSchema,
  revenueResponseSchema,
  type Payment,
  type RefundPayment,
} from "@orbline/proto/http/admin/payments";
import { tableResponseSchema, type AdminTable } from "@orbline/proto/http/admin/tables";
import type { SubscriptionStatus } from "@orbline/proto/http/identity/user";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { get, getPage, post, withQuery } from "#/lib/api.ts";

/** Every query of the admin screens has a key that begins with this. */
export const adminKey = ["admin"] as const;

export type UserFilter = { search: string; status: SubscriptionStatus | undefined };

/** Users with their subscriptions, page by page; the search is a prefix of username or email. */
export function usersQuery(filter: UserFilter) {
  const path = "/api/admin/users/subscriptions";
  return infiniteQueryOptions({
    queryKey: [...adminKey, path, filter],
    initialPageParam: "",
    queryFn: ({ pageParam: cursor, signal }) =>
      getPage(withQuery(path, { ...filter, cursor }), adminUsersResponseSchema, signal),
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** One user's subscription with what the payment provider holds. */
export function userDetailsQuery(userId: string) {
  const path = `/api/admin/user/${encodeURIComponent(userId)}/subscription`;
  return queryOptions({
    queryKey: [...adminKey, path],
    queryFn: ({ signal }) => get(path, adminUserDetailsSchema, signal),
  });
}

/** Rows of a table, in the order of their ids. */
export function tableQuery(table: AdminTable) {
  return listQuery(`/api/admin/table/${table}`, {}, tableResponseSchema);
}

/** Payments, newest first. */
export function paymentsQuery(status: Payment["status"] | undefined) {
  return listQuery("/api/admin/payments", { status }, paymentsResponseSchema);
}

export type WebhookFilter = { id: string; outcome: Webhook["outcome"] | undefined };

/** Webhooks of the payment provider, newest first; an id finds one, whatever its outcome. */
export function webhooksQuery(filter: WebhookFilter) {
  return listQuery("/api/admin/webhooks", filter, webhooksResponseSchema);
}

/** Actions of admins, newest first. */
export function auditQuery(action: AdminAction | undefined) {
  return listQuery("/api/admin/audit", { action }, auditResponseSchema);
}

/** Payments and refunds added up by month and plan, from a month (`2026-01`) on. */
export function revenueQuery(from: string) {
  return queryOptions({
    queryKey: [...adminKey, "revenue", from],
    queryFn: ({ signal }) =>
      get(withQuery("/api/admin/revenue", { from }), revenueResponseSchema, signal),
  });
}

/** Grants access for a number of days. The command id makes a repeated call grant nothing more. */
export function activateSubscription({
  userId,
  reason,
  ...grant
}: UserCommand & { durationDays: number; commandId: string }) {
  return postUserCommand(userId, "activate", { ...grant, reason: reason || undefined });
}

/** Ends all access now; the provider stops renewing. */
export function cancelSubscription({ userId, reason }: UserCommand) {
  return postUserCommand(userId, "cancel", { reason: reason || undefined });
}

/** Makes a webhook due again. */
export function replayWebhook({ id, reason }: { id: string; reason: string }) {
  return post(`/api/admin/webhooks/${encodeURIComponent(id)}/replay`, replayWebhookResponseSchema, {
    reason,
  });
}

/** Refunds an amount in cents, or everything that is left of the payment. */
export function refundPayment({ id, ...body }: RefundPayment & { id: string }) {
  return post(
    `/api/admin/payments/${encodeURIComponent(id)}/refund`,
    refundPaymentResponseSchema,
    body,
  );
}

type UserCommand = { userId: string; reason: string };

function postUserCommand(userId: string, verb: "activate" | "cancel", body: object) {
  return post(
    `/api/admin/user/${encodeURIComponent(userId)}/${verb}-subscription`,
    adminCommandResponseSchema,
    body,
  );
}

function listQuery<Schema extends z.ZodType<{ nextCursor: string | null }>>(
  path: string,
  filter: Record<string, string | undefined>,
  schema: Schema,
) {
  return infiniteQueryOptions({
    queryKey: [...adminKey, path, filter],
    initialPageParam: "",
    queryFn: ({ pageParam: cursor, signal }) =>
      get(withQuery(path, { ...filter, cursor }), schema, signal),
    getNextPageParam: (page) => page.nextCursor,
  });
}
