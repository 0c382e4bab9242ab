import { chakra } from "@chakra-ui/react/styled-system";
import { adminActions, type AuditEntryAnswer } from "@orbline/proto/http/admin/audit";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Column } from "#/components/data/data-table.tsx";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { Sheet } from "#/components/ui/sheet.tsx";
import { money, utcMinute } from "#/lib/format.ts";
import { useAddressChoice } from "./address-filters.ts";
import { auditQuery } from "./api.ts";
import { StateBadge } from "./badges.tsx";
import { actionColumn, Code, ListTab, Mono, Pick } from "./list-tab.tsx";
import { inWords, messages } from "./messages.ts";

/** Actions of admins, newest first, with actor, target, reason and outcome. */
export function AuditTab() {
  const [action, setAction] = useAddressChoice("action", adminActions);
  const [opened, setOpened] = useState<AuditEntryAnswer>();
  const query = useInfiniteQuery(auditQuery(action));
  return (
    <ListTab
      query={query}
      rows={query.data?.pages.flatMap((page) => page.entries)}
      caption={messages.audit}
      columns={columnsOf(setOpened)}
      keyOf={({ number }) => String(number)}
      failed={messages.auditFailed}
      empty={{ title: messages.auditEmpty, text: messages.auditEmptyText }}
      filters={
        <Pick
          label={messages.action}
          all={messages.allActions}
          values={adminActions}
          value={action}
          onChange={setAction}
          nameOf={inWords}
        />
      }
    >
      {opened && <EntryDialog entry={opened} onClose={() => setOpened(undefined)} />}
    </ListTab>
  );
}

function columnsOf(onOpen: (entry: AuditEntryAnswer) => void): Column<AuditEntryAnswer>[] {
  return [
    { name: messages.action, cell: ({ action }) => <Code code={action} /> },
    { name: messages.when, plain: true, cell: ({ at }) => <Mono>{utcMinute(at)}</Mono> },
    { name: messages.title, cell: ({ actor }) => actor.username ?? <Mono>{actor.id}</Mono> },
    {
      name: messages.on,
      cell: ({ target }) => (
        <>
          {target.kind} {target.username ?? <Mono>{target.id}</Mono>}
        </>
      ),
    },
    { name: messages.reason, cell: ({ reason }) => reason ?? messages.dash },
    {
      name: messages.outcome,
      plain: true,
      cell: ({ outcome }) => <StateBadge state={outcome} />,
    },
    actionColumn({
      label: messages.viewDetails,
      nameOf: ({ number }) => messages.viewEntry(number),
      onAct: onOpen,
      variant: "ghost",
    }),
  ];
}

function EntryDialog({ entry, onClose }: { entry: AuditEntryAnswer; onClose: () => void }) {
  return (
    <Sheet
      title={messages.entry(entry.number)}
      description={<Code code={entry.action} />}
      onClose={onClose}
    >
      <DefinitionList
        entries={[
          [messages.when, utcMinute(entry.at)],
          [messages.title, entry.actor.username ?? messages.dash],
          [messages.actorId, entry.actor.id],
          [messages.on, `${entry.target.kind} ${entry.target.username ?? ""}`],
          [messages.targetId, entry.target.id],
          [messages.reason, entry.reason ?? messages.dash],
          [messages.outcome, <StateBadge key="outcome" state={entry.outcome} />],
          ...(entry.error === null ? [] : ([[messages.error, entry.error]] as const)),
          [messages.hash, entry.hash],
        ]}
      />
      <Facts title={messages.details} facts={entry.details} />
      <Facts title={messages.before} facts={entry.before} />
      <Facts title={messages.after} facts={entry.after} />
    </Sheet>
  );
}

function Facts({ title, facts }: { title: string; facts: AuditEntryAnswer["before"] }) {
  const entries = Object.entries(facts ?? {});
  if (entries.length === 0) return null;
  return (
    <>
      <chakra.h3 textStyle="h3" fontSize="14px" mt={5} mb={1}>
        {title}
      </chakra.h3>
      <DefinitionList entries={entries.map(toEntry)} />
    </>
  );
}

type Fact = [name: string, value: AuditEntryAnswer["details"][string]];

/** A stored fact with its label: cents as dollars, a time in UTC. A fact without a label keeps its name. */
function toEntry([name, value]: Fact): [string, string] {
  const label = Object.entries(messages.facts).find(([known]) => known === name)?.[1] ?? name;
  // A refund without an amount returns what is left of the payment.
  if (value === null)
    return [label, name === "amountCents" ? messages.allThatIsLeft : messages.dash];
  if (name.endsWith("Cents")) return [label, money(Number(value) / 100)];
  if (name === "tier") return [label, inWords(String(value))];
  return [label, name === "endDate" ? utcMinute(String(value)) : String(value)];
}
