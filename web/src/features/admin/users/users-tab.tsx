import { subscriptionStatuses } from "@orbline/proto/constants/subscription";
import type { AdminUser } from "@orbline/proto/http/admin/users";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useDeferredValue } from "react";
import type { Column } from "#/components/data/data-table.tsx";
import { utcDay } from "#/lib/format.ts";
import { fieldNames } from "#/shared/messages.ts";
import { useAddress, useAddressChoice, useAddressText } from "../address-filters.ts";
import { usersQuery } from "../api.ts";
import { StateBadge } from "../badges.tsx";
import { actionColumn, ListTab, Mono, Pick, SearchBox } from "../list-tab.tsx";
import { messages, inWords } from "../messages.ts";

const UserDialogs = lazy(async () => ({
  default: (await import("./user-dialogs.tsx")).UserDialogs,
}));

/** Users and their subscriptions: search, filter, details, activate, cancel. The opened user is in the address. */
export function UsersTab() {
  const [search, setSearch] = useAddressText("q");
  const [status, setStatus] = useAddressChoice("status", subscriptionStatuses);
  const [openedName, setOpenedName] = useAddress("user");
  const query = useInfiniteQuery(usersQuery({ search: useDeferredValue(search.trim()), status }));
  const users = query.data?.pages.flatMap((page) => page.items);
  const opened = useNamedUser(openedName, users);
  const count = query.data?.pages[0]?.total ?? users?.length;
  return (
    <ListTab
      query={query}
      rows={users}
      caption={messages.subscriptions}
      columns={columnsOf(({ username }) => setOpenedName(username))}
      keyOf={({ id }) => id}
      failed={messages.listFailed}
      empty={{ title: messages.empty, text: messages.emptyText }}
      filters={
        <>
          <SearchBox label={messages.search} value={search} onChange={setSearch} />
          <Pick
            label={messages.statusFilter}
            all={messages.allStatuses}
            values={subscriptionStatuses}
            value={status}
            onChange={setStatus}
            nameOf={(value) => (value === "none" ? messages.noStatus : value)}
          />
        </>
      }
      count={count !== undefined && messages.usersFound(count)}
    >
      {opened && (
        <Suspense>
          <UserDialogs key={opened.id} user={opened} onClose={() => setOpenedName(undefined)} />
        </Suspense>
      )}
    </ListTab>
  );
}

/** The user of a name: from the list, or looked up while the list does not show it. */
function useNamedUser(name: string | null, listed: readonly AdminUser[] | undefined) {
  const isNamed = ({ username }: AdminUser) => username === name;
  const known = listed?.find(isNamed);
  const { data } = useInfiniteQuery({
    ...usersQuery({ search: name ?? "", status: undefined }),
    enabled: name !== null && listed !== undefined && known === undefined,
  });
  return known ?? data?.pages.flatMap((page) => page.items).find(isNamed);
}

function columnsOf(onOpen: (user: AdminUser) => void): Column<AdminUser>[] {
  return [
    { name: fieldNames.username, cell: ({ username }) => username },
    { name: fieldNames.email, plain: true, cell: ({ email }) => email ?? messages.dash },
    {
      name: messages.status,
      plain: true,
      cell: ({ subscriptionStatus }) => <StateBadge state={subscriptionStatus} />,
    },
    { name: messages.tier, cell: ({ subscriptionTier }) => inWords(subscriptionTier) },
    {
      name: messages.endDate,
      cell: ({ subscriptionEndDate: end }) => (
        <Mono color={end === null ? "fg.subtle" : "fg"}>
          {end === null ? messages.dash : utcDay(end)}
        </Mono>
      ),
    },
    actionColumn({
      label: messages.viewDetails,
      nameOf: ({ username }) => messages.detailsOf(username),
      onAct: onOpen,
      variant: "ghost",
    }),
  ];
}
