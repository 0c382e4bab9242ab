import { webhookOutcomeSchema, type Webhook } from "@orbline/proto/http/admin/operations";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { BreakableName } from "#/components/data/breakable-name.tsx";
import type { Column } from "#/components/data/data-table.tsx";
import { Link } from "#/components/ui/link.tsx";
import { call } from "#/lib/api.ts";
import { utcMinute } from "#/lib/format.ts";
import { ActionDialog, requiredReason } from "./action-dialog.tsx";
import { useAddressChoice, useAddressText } from "./address-filters.ts";
import { webhooksQuery } from "./api.ts";
import { StateBadge } from "./badges.tsx";
import { actionColumn, Code, ListTab, Mono, Pick, SearchBox } from "./list-tab.tsx";
import { messages } from "./messages.ts";

const filters = ["all", ...webhookOutcomeSchema.options] as const;

/** The inbox of the payment provider's webhooks, each of which can be replayed. Without a filter it hides ignored ones. */
export function WebhooksTab() {
  const [id, setId] = useAddressText("q");
  const [filter, setFilter] = useAddressChoice("outcome", filters);
  const [opened, setOpened] = useState<Webhook>();
  const outcome = filter === "all" ? undefined : filter;
  const query = useInfiniteQuery(webhooksQuery({ id: useDeferredValue(id.trim()), outcome }));
  const hidesIgnored = filter === undefined && id.trim() === "";
  return (
    <ListTab
      query={query}
      rows={query.data?.pages
        .flatMap((page) => page.webhooks)
        .filter((webhook) => !hidesIgnored || webhook.outcome !== "ignored")}
      caption={messages.webhooks}
      columns={columnsOf(setOpened)}
      keyOf={(webhook) => webhook.id}
      failed={messages.webhooksFailed}
      empty={
        hidesIgnored && query.hasNextPage
          ? { title: messages.webhooksIgnored, text: messages.webhooksIgnoredText }
          : { title: messages.webhooksEmpty, text: messages.webhooksEmptyText }
      }
      filters={
        <>
          <SearchBox label={messages.eventId} value={id} onChange={setId} />
          <Pick
            label={messages.outcome}
            all={messages.notIgnored}
            values={filters}
            value={filter}
            onChange={setFilter}
            nameOf={(value) => (value === "all" ? messages.allOutcomes : value)}
          />
        </>
      }
      count={
        hidesIgnored && (
          <>
            {messages.ignoredHidden}{" "}
            <Link to="?tab=webhooks&outcome=all" replace>
              {messages.showAll}
            </Link>
          </>
        )
      }
    >
      {opened && (
        <ActionDialog
          alert
          title={messages.replayWebhookTitle}
          text={messages.replayWebhookText(opened.type, opened.id)}
          confirm={messages.replay}
          schema={requiredReason}
          defaults={{ reason: "" }}
          run={({ reason }) =>
            call("admin", "POST /api/admin/webhooks/{id}/replay", {
              params: { id: opened.id },
              body: { reason },
            })
          }
          done={() => ({
            title: messages.done,
            description: messages.webhookReplayed(opened.id),
          })}
          failed={messages.replayWebhookFailed}
          onDone={() => setOpened(undefined)}
        />
      )}
    </ListTab>
  );
}

function columnsOf(onReplay: (webhook: Webhook) => void): Column<Webhook>[] {
  return [
    { name: messages.type, cell: ({ type }) => <BreakableName name={type} /> },
    { name: messages.event, plain: true, cell: ({ id }) => <Mono>{id}</Mono> },
    {
      name: messages.received,
      cell: ({ receivedAt }) => <Mono>{utcMinute(receivedAt)}</Mono>,
    },
    { name: messages.attempts, numeric: true, cell: ({ attempts }) => attempts },
    {
      name: messages.nextAttempt,
      cell: ({ nextAttemptAt }) =>
        nextAttemptAt === null ? messages.dash : <Mono>{utcMinute(nextAttemptAt)}</Mono>,
    },
    {
      name: messages.outcome,
      plain: true,
      cell: ({ outcome }) => <StateBadge state={outcome} />,
    },
    {
      name: messages.reasonOrError,
      cell: ({ reason, lastError }) =>
        reason === null ? (lastError ?? messages.dash) : <Code code={reason} />,
    },
    actionColumn({
      label: messages.replay,
      nameOf: ({ id }) => messages.replayOf(id),
      onAct: onReplay,
    }),
  ];
}
