import type { AdminAction, AuditResponse } from "@orbline/proto/http/admin-audit";
import type {
  DeadLetterAnswer,
  DeadLettersResponse,
  Webhook,
  WebhooksResponse,
} from "@orbline/proto/http/admin-operations";
import type { AdminTable, TableResponse } from "@orbline/proto/http/admin-tables";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { getJson, postJson } from "#/lib/api-client.ts";
import { adminKey } from "./api.ts";

const operations = () => import("@orbline/proto/http/admin-operations");

/** The query string of what is set. */
export const queryOf = (values: Record<string, string | undefined>) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  const text = query.toString();
  return text && `?${text}`;
};

const pages = { initialPageParam: "" };
const nextOf = ({ nextCursor }: { nextCursor: string | null }) => nextCursor;

/** Rows of a table, page by page, in the order of their ids. */
export const tableQuery = (table: AdminTable) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, "table", table],
    ...pages,
    queryFn: ({ pageParam: cursor, signal }): Promise<TableResponse> =>
      getJson(
        `/api/admin/table/${table}${queryOf({ cursor })}`,
        async () => (await import("@orbline/proto/http/admin-tables")).tableResponseSchema,
        signal,
      ),
    getNextPageParam: nextOf,
  });

/** What admins did, newest first. */
export const auditQuery = (action: AdminAction | undefined) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, "audit", action],
    ...pages,
    queryFn: ({ pageParam: cursor, signal }): Promise<AuditResponse> =>
      getJson(
        `/api/admin/audit${queryOf({ action, cursor })}`,
        async () => (await import("@orbline/proto/http/admin-audit")).auditResponseSchema,
        signal,
      ),
    getNextPageParam: nextOf,
  });

/** Events of the payment provider, newest first. */
export const webhooksQuery = (outcome: Webhook["outcome"] | undefined) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, "webhooks", outcome],
    ...pages,
    queryFn: ({ pageParam: cursor, signal }): Promise<WebhooksResponse> =>
      getJson(
        `/api/admin/webhooks${queryOf({ outcome, cursor })}`,
        async () => (await operations()).webhooksResponseSchema,
        signal,
      ),
    getNextPageParam: nextOf,
  });

export type DeadLetterFilter = {
  topic: string | undefined;
  state: DeadLetterAnswer["state"] | undefined;
};

/** Messages that a consumer could not handle, newest first. */
export const deadLettersQuery = (filter: DeadLetterFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminKey, "dead-letters", filter],
    ...pages,
    queryFn: ({ pageParam: cursor, signal }): Promise<DeadLettersResponse> =>
      getJson(
        `/api/admin/dead-letters${queryOf({ ...filter, cursor })}`,
        async () => (await operations()).deadLettersResponseSchema,
        signal,
      ),
    getNextPageParam: nextOf,
  });

type Reasoned = { id: string; reason: string };

/** Makes an event of the provider due again. */
export const replayWebhook = ({ id, reason }: Reasoned) =>
  postJson(
    `/api/admin/webhooks/${encodeURIComponent(id)}/replay`,
    { reason },
    async () => (await operations()).replayWebhookResponseSchema,
  );

/** Hands a message to its consumer again. */
export const replayDeadLetter = ({ id, reason }: Reasoned) =>
  postJson(
    `/api/admin/dead-letters/${encodeURIComponent(id)}/replay`,
    { reason },
    async () => (await operations()).replayDeadLetterResponseSchema,
  );
