import { Input } from "#/components/form/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import type { AdminUser } from "@orbline/proto/http/admin";
import type { SubscriptionStatus } from "@orbline/proto/http/user";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { lazy, Suspense, useDeferredValue, useState } from "react";
import { LoadMore } from "#/components/feedback/load-more.tsx";
import { StaleBanner } from "#/components/feedback/stale-banner.tsx";
import { Panel, PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { EmptyState, ErrorState, Skeleton } from "#/components/feedback/states.tsx";
import { usersQuery } from "./api.ts";
import { useFailureNotice } from "./use-failure-notice.ts";
import { Bar, Count, Pick, Refresh } from "./tool-bar.tsx";
import { UserCards, UserTable } from "./user-list.tsx";
import { messages } from "./messages.ts";

const UserDialogs = lazy(async () => ({
  default: (await import("./user-dialogs.tsx")).UserDialogs,
}));

const statuses = ["active", "canceled", "past_due", "none"] as const;

type FilterBarProps = {
  search: string;
  onSearch: (search: string) => void;
  status: SubscriptionStatus | undefined;
  onStatus: (status: SubscriptionStatus | undefined) => void;
  onRefresh: () => void;
  refreshing: boolean;
  count: number | undefined;
};

const FilterBar = (props: FilterBarProps) => (
  <Bar>
    <chakra.div
      position="relative"
      flex={{ base: "1 0 100%", md: "1 1 240px" }}
      maxWidth={{ md: "320px" }}
    >
      <chakra.span
        position="absolute"
        insetStart={3}
        top="50%"
        transform="translateY(-50%)"
        color="fg.subtle"
        aria-hidden
      >
        <Search size={16} />
      </chakra.span>
      <Input
        type="search"
        ps={9}
        placeholder={messages.search}
        aria-label={messages.search}
        value={props.search}
        onChange={(event) => props.onSearch(event.target.value)}
      />
    </chakra.div>
    <Pick
      label={messages.statusFilter}
      all={messages.allStatuses}
      values={statuses}
      value={props.status}
      onChange={props.onStatus}
      nameOf={(status) => (status === "none" ? messages.noStatus : status)}
      width="180px"
    />
    <Refresh onClick={props.onRefresh} busy={props.refreshing} />
    <Count>{props.count !== undefined && messages.usersFound(props.count)}</Count>
  </Bar>
);

/** Users and their subscriptions: search, filter, details, activate, cancel. */
export const SubscriptionsTab = () => {
  const [search, setSearch] = useState("");
  const [status, setStatus] = useState<SubscriptionStatus>();
  const [opened, setOpened] = useState<AdminUser>();
  const query = useInfiniteQuery(usersQuery({ search: useDeferredValue(search.trim()), status }));
  const retry = () => void query.refetch();
  useFailureNotice(query.error, messages.listFailed);
  const users = query.data?.pages.flatMap((page) => page.items);
  return (
    <Panel as="div">
      <FilterBar
        search={search}
        onSearch={setSearch}
        status={status}
        onStatus={setStatus}
        onRefresh={retry}
        refreshing={query.isFetching}
        count={query.data?.pages[0]?.total ?? users?.length}
      />
      {query.error && users === undefined && (
        <ErrorState error={query.error} title={messages.listFailed} onRetry={retry} />
      )}
      <StaleBanner query={query} m={{ base: 4, md: 5 }} />
      {query.isPending && (
        <PanelBody display="grid" gap={6} aria-busy>
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} />
          ))}
        </PanelBody>
      )}
      {users?.length === 0 && (
        <EmptyState icon={<Search size={24} />} title={messages.empty} text={messages.emptyText} />
      )}
      {users !== undefined && users.length > 0 && (
        <>
          <UserTable users={users} onOpen={setOpened} />
          <UserCards users={users} onOpen={setOpened} />
        </>
      )}
      {query.hasNextPage && (
        <PanelFooter>
          <LoadMore query={query} />
        </PanelFooter>
      )}
      {opened && (
        <Suspense>
          <UserDialogs key={opened.id} user={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </Panel>
  );
};
