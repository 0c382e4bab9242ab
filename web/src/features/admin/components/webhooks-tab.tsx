import type { Webhook } from "@orbline/proto/http/admin-operations";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#/components/ui/button.tsx";
import type { Column } from "#/components/data/data-table.tsx";
import { BreakableName } from "#/components/data/breakable-name.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { utcMinute } from "#/lib/format.ts";
import { operationTexts as texts } from "#/texts/admin-operations.ts";
import { replayWebhook, webhooksQuery } from "#/features/admin/operations-api.ts";
import { useCommand } from "#/features/admin/use-command.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { Mono, PagedList } from "./paged-list.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { Bar, Pick, Refresh } from "./tool-bar.tsx";

const outcomes = ["open", "done", "ignored", "failed"] as const;
const columnsFor = (onReplay: (webhook: Webhook) => void): Column<Webhook>[] => [
  { name: texts.type, cell: ({ type }) => <BreakableName name={type} /> },
  { name: texts.event, wide: true, cell: ({ id }) => <Mono>{id}</Mono> },
  {
    name: texts.received,
    wide: true,
    cell: ({ receivedAt }) => <Mono>{utcMinute(receivedAt)}</Mono>,
  },
  { name: texts.attempts, numeric: true, cell: ({ attempts }) => attempts },
  { name: texts.outcome, cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
  { name: texts.lastError, wide: true, cell: ({ lastError }) => lastError ?? texts.none },
  {
    name: texts.actions,
    action: true,
    cell: (webhook) => (
      <Button size="sm" aria-label={texts.replayOf(webhook.id)} onClick={() => onReplay(webhook)}>
        {texts.replay}
      </Button>
    ),
  },
];

const ReplayDialog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const replay = useCommand({
    run: replayWebhook,
    said: (_answer, { id }) => ({ title: texts.done, description: texts.webhookReplayed(id) }),
    failed: texts.replayWebhookFailed,
    onDone: onClose,
  });
  return (
    <ReasonDialog
      title={texts.replayWebhookTitle}
      text={texts.replayWebhookText(webhook.type, webhook.id)}
      confirm={texts.replay}
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
          label={texts.outcome}
          all={texts.allOutcomes}
          values={outcomes}
          value={outcome}
          onChange={setOutcome}
        />
        <Refresh onClick={() => void query.refetch()} busy={query.isFetching} />
      </Bar>
      <PagedList
        query={query}
        rows={query.data?.pages.flatMap((page) => page.webhooks)}
        caption={texts.webhooks}
        columns={columnsFor(setOpened)}
        keyOf={({ id }) => id}
        failed={texts.webhooksFailed}
        empty={{ title: texts.webhooksEmpty, text: texts.webhooksEmptyText }}
      />
      {opened && <ReplayDialog webhook={opened} onClose={() => setOpened(undefined)} />}
    </Panel>
  );
};
