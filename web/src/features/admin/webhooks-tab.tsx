import type { Webhook } from "@orbline/proto/http/admin-operations";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#/components/ui/button.tsx";
import type { Column } from "#/components/data/data-table.tsx";
import { BreakableName } from "#/components/data/breakable-name.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { utcMinute } from "#/lib/format.ts";
import { replayWebhook, webhooksQuery } from "./api.ts";
import { useCommand } from "./use-command.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { Mono, PagedList } from "./paged-list.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { Bar, Pick, Refresh } from "./tool-bar.tsx";
import { operationMessages } from "./messages.ts";

const outcomes = ["open", "done", "ignored", "failed"] as const;
const columnsFor = (onReplay: (webhook: Webhook) => void): Column<Webhook>[] => [
  { name: operationMessages.type, cell: ({ type }) => <BreakableName name={type} /> },
  { name: operationMessages.event, wide: true, cell: ({ id }) => <Mono>{id}</Mono> },
  {
    name: operationMessages.received,
    wide: true,
    cell: ({ receivedAt }) => <Mono>{utcMinute(receivedAt)}</Mono>,
  },
  { name: operationMessages.attempts, numeric: true, cell: ({ attempts }) => attempts },
  { name: operationMessages.outcome, cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
  {
    name: operationMessages.lastError,
    wide: true,
    cell: ({ lastError }) => lastError ?? operationMessages.none,
  },
  {
    name: operationMessages.actions,
    action: true,
    cell: (webhook) => (
      <Button
        size="sm"
        aria-label={operationMessages.replayOf(webhook.id)}
        onClick={() => onReplay(webhook)}
      >
        {operationMessages.replay}
      </Button>
    ),
  },
];

const ReplayDialog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const replay = useCommand({
    run: replayWebhook,
    said: (_answer, { id }) => ({
      title: operationMessages.done,
      description: operationMessages.webhookReplayed(id),
    }),
    failed: operationMessages.replayWebhookFailed,
    onDone: onClose,
  });
  return (
    <ReasonDialog
      title={operationMessages.replayWebhookTitle}
      text={operationMessages.replayWebhookText(webhook.type, webhook.id)}
      confirm={operationMessages.replay}
      busy={replay.isPending}
      onConfirm={(reason) => replay.mutate({ id: webhook.id, reason })}
      onClose={onClose}
    />
  );
};

/** The inbox of the payment provider's events, each of which can be made due again. */
export const WebhooksTab = () => {
  const [outcome, setOutcome] = useState<Webhook["outcome"]>();
  const [opened, setOpened] = useState<Webhook>();
  const query = useInfiniteQuery(webhooksQuery(outcome));
  return (
    <Panel as="div">
      <Bar>
        <Pick
          label={operationMessages.outcome}
          all={operationMessages.allOutcomes}
          values={outcomes}
          value={outcome}
          onChange={setOutcome}
        />
        <Refresh onClick={() => void query.refetch()} busy={query.isFetching} />
      </Bar>
      <PagedList
        query={query}
        rows={query.data?.pages.flatMap((page) => page.webhooks)}
        caption={operationMessages.webhooks}
        columns={columnsFor(setOpened)}
        keyOf={({ id }) => id}
        failed={operationMessages.webhooksFailed}
        empty={{
          title: operationMessages.webhooksEmpty,
          text: operationMessages.webhooksEmptyText,
        }}
      />
      {opened && <ReplayDialog webhook={opened} onClose={() => setOpened(undefined)} />}
    </Panel>
  );
};
