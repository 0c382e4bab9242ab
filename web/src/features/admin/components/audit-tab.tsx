import type { AdminAction, AuditEntryAnswer } from "@orbline/proto/http/admin-audit";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#/components/ui/button.tsx";
import type { Column } from "#/components/data/data-table.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { utcMinute } from "#/lib/format.ts";
import { operationTexts as texts } from "#/texts/admin-operations.ts";
import { auditQuery } from "#/features/admin/operations-api.ts";
import { AuditDialog } from "./audit-dialog.tsx";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { Mono, PagedList } from "./paged-list.tsx";
import { Bar, Pick, Refresh } from "./tool-bar.tsx";

type Entry = AuditEntryAnswer;

const actions = [
  "activate-subscription",
  "cancel-subscription",
  "replay-webhook",
  "replay-dead-letter",
  "refund-payment",
] as const satisfies readonly AdminAction[];

const columnsFor = (onOpen: (entry: Entry) => void): Column<Entry>[] => [
  { name: texts.action, cell: ({ action }) => action },
  { name: texts.when, wide: true, cell: ({ at }) => <Mono>{utcMinute(at)}</Mono> },
  { name: texts.admin, cell: ({ actor }) => actor.username ?? <Mono>{actor.id}</Mono> },
  {
    name: texts.on,
    wide: true,
    cell: ({ target }) => (
      <>
        {target.kind} {target.username ?? <Mono>{target.id}</Mono>}
      </>
    ),
  },
  { name: texts.reason, wide: true, cell: ({ reason }) => reason ?? texts.none },
  { name: texts.outcome, cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
  {
    name: texts.details,
    action: true,
    cell: (entry) => (
      <Button
        variant="ghost"
        size="sm"
        color="fg"
        me={-3}
        aria-label={texts.viewEntry(entry.number)}
        onClick={() => onOpen(entry)}
      >
        {texts.viewDetails}
      </Button>
    ),
  },
];

/** What admins did, newest first: who, what, on whom, why and how it ended. */
export const AuditTab = () => {
  const [action, setAction] = useState<AdminAction>();
  const [opened, setOpened] = useState<Entry>();
  const query = useInfiniteQuery(auditQuery(action));
  return (
    <Panel as="div">
      <Bar>
        <Pick
          label={texts.action}
          all={texts.allActions}
          values={actions}
          value={action}
          onChange={setAction}
        />
        <Refresh onClick={() => void query.refetch()} busy={query.isFetching} />
      </Bar>
      <PagedList
        query={query}
        rows={query.data?.pages.flatMap((page) => page.entries)}
        caption={texts.audit}
        columns={columnsFor(setOpened)}
        keyOf={({ number }) => String(number)}
        failed={texts.auditFailed}
        empty={{ title: texts.auditEmpty, text: texts.auditEmptyText }}
      />
      {opened && <AuditDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </Panel>
  );
};
