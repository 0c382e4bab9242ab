import { securityActions, securityOutcomes } from "@orbline/proto/constants/security";
import type { AdminSecurityEvent } from "@orbline/proto/http/identity/security";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import type { Column } from "#/components/data/data-table.tsx";
import { utcMinute } from "#/lib/format.ts";
import { useAddressChoice, useAddressText } from "./address-filters.ts";
import { securityQuery } from "./api.ts";
import { StateBadge } from "./badges.tsx";
import { Code, ListTab, Mono, Pick, SearchBox } from "./list-tab.tsx";
import { inWords, messages } from "./messages.ts";

/** Sign-ins and security changes of users, newest first. */
export function SecurityTab() {
  const [username, setUsername] = useAddressText("q");
  const [action, setAction] = useAddressChoice("action", securityActions);
  const [outcome, setOutcome] = useAddressChoice("outcome", securityOutcomes);
  const query = useInfiniteQuery(
    securityQuery({ username: useDeferredValue(username.trim()), action, outcome }),
  );
  return (
    <ListTab
      query={query}
      rows={query.data?.pages.flatMap((page) => page.events)}
      caption={messages.security}
      columns={columns}
      keyOf={({ id }) => id}
      failed={messages.securityFailed}
      empty={{ title: messages.securityEmpty, text: messages.securityEmptyText }}
      filters={
        <>
          <SearchBox label={messages.exactUsername} value={username} onChange={setUsername} />
          <Pick
            label={messages.action}
            all={messages.allActions}
            values={securityActions}
            value={action}
            onChange={setAction}
            nameOf={inWords}
          />
          <Pick
            label={messages.outcome}
            all={messages.allOutcomes}
            values={securityOutcomes}
            value={outcome}
            onChange={setOutcome}
          />
        </>
      }
    />
  );
}

const columns: Column<AdminSecurityEvent>[] = [
  { name: messages.action, cell: ({ action }) => <Code code={action} /> },
  { name: messages.when, plain: true, cell: ({ lastAt }) => <Mono>{utcMinute(lastAt)}</Mono> },
  { name: messages.user, cell: ({ username, userId }) => username ?? <Mono>{userId}</Mono> },
  { name: messages.device, cell: ({ device }) => device },
  {
    name: messages.network,
    cell: ({ network }) => <Mono>{network ?? messages.dash}</Mono>,
  },
  { name: messages.times, cell: ({ count }) => count },
  {
    name: messages.reason,
    cell: ({ reason }) => (reason === null ? messages.dash : <Code code={reason} />),
  },
  {
    name: messages.outcome,
    part: "first",
    atEnd: true,
    plain: true,
    cell: ({ outcome }) => <StateBadge state={outcome} />,
  },
];
