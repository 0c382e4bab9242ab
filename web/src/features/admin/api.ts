import type { AdminCommandResponse, AdminUser, AdminUserDetails } from "@orbline/proto/http/admin";
import type { SubscriptionStatus } from "@orbline/proto/http/user";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getJson, getPage, postJson, type Page } from "#/lib/api-client.ts";

const schemas = () => import("@orbline/proto/http/admin");
const commandSchema = async () => (await schemas()).adminCommandResponseSchema;

/** Everything the admin screens ask begins with this key. */
export const adminKey = ["admin"] as const;

export type UserFilter = { search: string; status: SubscriptionStatus | undefined };

const listPath = ({ search, status }: UserFilter, cursor: string) => {
  const query = new URLSearchParams();
  if (search !== "") query.set("search", search);
  if (status !== undefined) query.set("status", status);
  if (cursor !== "") query.set("cursor", cursor);
  const text = query.toString();
  return `/api/admin/users/subscriptions${text && `?${text}`}`;
};

/** Users with their subscriptions, page by page; the search is a prefix of username or e-mail. */
export const usersQuery = (filter: UserFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, "users", filter],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }): Promise<Page<AdminUser[]>> =>
      getPage(
        listPath(filter, pageParam),
        async () => (await schemas()).adminUsersResponseSchema,
        signal,
      ),
    getNextPageParam: (page) => page.nextCursor,
  });

/** One user's subscription with what the payment provider holds. */
export const userDetailsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...adminKey, "details", userId],
    queryFn: ({ signal }): Promise<AdminUserDetails> =>
      getJson(
        `/api/admin/user/${encodeURIComponent(userId)}/subscription`,
        async () => (await schemas()).adminUserDetailsSchema,
        signal,
      ),
  });

type Reasoned = { userId: string; reason: string };

const command = (userId: string, verb: string, body: object): Promise<AdminCommandResponse> =>
  postJson(
    `/api/admin/user/${encodeURIComponent(userId)}/${verb}-subscription`,
    body,
    commandSchema,
  );

const withReason = (reason: string) => (reason.trim() === "" ? {} : { reason: reason.trim() });

/** Grants access for a number of days; the same command id again grants nothing more. */
export const activateSubscription = ({
  userId,
  durationDays,
  reason,
  commandId,
}: Reasoned & { durationDays: number; commandId: string }) =>
  command(userId, "activate", { durationDays, commandId, ...withReason(reason) });

/** Ends all access now; the provider is asked not to renew. */
export const cancelSubscription = ({ userId, reason }: Reasoned) =>
  command(userId, "cancel", withReason(reason));
