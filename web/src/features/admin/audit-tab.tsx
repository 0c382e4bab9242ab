import type { AdminAction, AuditEntryAnswer } from "@orbline/proto/http/admin-audit";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#/components/ui/button.tsx";
import type { Column } from "#/components/data/data-table.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { utcMinute } from "#/lib/format.ts";
import { auditQuery } from "./api.ts";
import { AuditDialog } from "./audit-dialog.tsx";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { Mono, PagedList } from "./paged-list.tsx";
import { Bar, Pick, Refresh } from "./tool-bar.tsx";
import { operationMessages } from "./messages.ts";

type Entry = AuditEntryAnswer;

const actions = [
  "activate-subscription",
  "cancel-subscription",
  "replay-webhook",
  "replay-dead-letter",
  "refund-payment",
] as const satisfies readonly AdminAction[];

const columnsFor = (onOpen: (entry: Entry) => void): Column<Entry>[] => [
  { name: operationMessages.action, cell: ({ action }) => action },
  { name: operationMessages.when, wide: true, cell: ({ at }) => <Mono>{utcMinute(at)}</Mono> },
  { name: operationMessages.admin, cell: ({ actor }) => actor.username ?? <Mono>{actor.id}</Mono> },
  {
    name: operationMessages.on,
    wide: true,
    cell: ({ target }) => (
      <>
        {target.kind} {target.username ?? <Mono>{target.id}</Mono>}
      </>
    ),
  },
  {
    name: operationMessages.reason,
    wide: true,
    cell: ({ reason }) => reason ?? operationMessages.none,
  },
  { name: operationMessages.outcome, cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
  {
    name: operationMessages.details,
    action: true,
    cell: (entry) => (
      <Button
        variant="ghost"
        size="sm"
        color="fg"
        me={-3}
        aria-label={operationMessages.viewEntry(entry.number)}
        onClick={() => onOpen(entry)}
      >
        {operationMessages.viewDetails}
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
          label={operationMessages.action}
          all={operationMessages.allActions}
          values={actions}
          value={action}
          onChange={setAction}
        />
        <Refresh onClick={() => void query.refetch()} busy={query.isFetching} />
      </Bar>
      <PagedList
        query={query}
        rows={query.data?.pages.flatMap((page) => page.entries)}
        caption={operationMessages.audit}
        columns={columnsFor(setOpened)}
        keyOf={({ number }) => String(number)}
        failed={operationMessages.auditFailed}
        empty={{ title: operationMessages.auditEmpty, text: operationMessages.auditEmptyText }}
      />
      {opened && <AuditDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </Panel>
  );
};
