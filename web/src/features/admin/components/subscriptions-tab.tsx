import { Input } from "../../../components/ui/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import type { AdminUser } from "@orbline/proto/http/admin";
import type { SubscriptionStatus } from "@orbline/proto/http/identity";
import { useInfiniteQuery } from "@tanstack/react-query";
import { RefreshCw, Search } from "lucide-react";
import { lazy, Suspense, useDeferredValue, useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { Select } from "../../../components/ui/select.tsx";
import { Panel, PanelBody, PanelFooter } from "../../../components/ui/panel.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../../components/ui/states.tsx";
import { adminTexts as texts } from "../../../texts/admin.ts";
import { usersQuery } from "../api.ts";
import { useFailureNotice } from "../use-failure-notice.ts";
import { UserCards, UserTable } from "./user-list.tsx";

const UserDialogs = lazy(async () => ({
  default: (await import("./user-dialogs.tsx")).UserDialogs,
}));

const Bar = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: 3,
    p: 4,
    borderBottomWidth: "1px",
    borderColor: "line.subtle",
  },
});

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
    <chakra.div position="relative" width={{ base: "full", md: "320px" }}>
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
        placeholder={texts.search}
        aria-label={texts.search}
        value={props.search}
        onChange={(event) => props.onSearch(event.target.value)}
      />
    </chakra.div>
    <Select
      width={{ base: "auto", md: "180px" }}
      flex={{ base: 1, md: "none" }}
      aria-label={texts.statusFilter}
      value={props.status ?? ""}
      onChange={(event) => props.onStatus(statuses.find((status) => status === event.target.value))}
    >
      <option value="">{texts.allStatuses}</option>
      {statuses.map((status) => (
        <option key={status} value={status}>
          {status === "none" ? texts.noStatus : status}
        </option>
      ))}
    </Select>
    <Button onClick={props.onRefresh} aria-busy={props.refreshing}>
      <RefreshCw size={16} aria-hidden />
      {texts.refresh}
    </Button>
    <chakra.p
      ms={{ md: "auto" }}
      width={{ base: "full", md: "auto" }}
      textStyle="small"
      color="fg.muted"
      role="status"
    >
      {props.count !== undefined && texts.usersFound(props.count)}
    </chakra.p>
  </Bar>
);

/** Users and their subscriptions: search, filter, details, activate, cancel. */
export const SubscriptionsTab = () => {
  const [search, setSearch] = useState("");
  const [status, setStatus] = useState<SubscriptionStatus>();
  const [opened, setOpened] = useState<AdminUser>();
  const query = useInfiniteQuery(usersQuery({ search: useDeferredValue(search.trim()), status }));
  useFailureNotice(query.error, texts.listFailed);
  const users = query.data?.pages.flatMap((page) => page.items);
  return (
    <Panel as="div">
      <FilterBar
        search={search}
        onSearch={setSearch}
        status={status}
        onStatus={setStatus}
        onRefresh={() => void query.refetch()}
        refreshing={query.isFetching}
        count={query.data?.pages[0]?.total ?? users?.length}
      />
      {query.error && (
        <ErrorState
          error={query.error}
          title={texts.listFailed}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && (
        <PanelBody display="grid" gap={6} aria-busy>
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} />
          ))}
        </PanelBody>
      )}
      {users?.length === 0 && <EmptyState title={texts.empty} text={texts.emptyText} />}
      {users !== undefined && users.length > 0 && (
        <>
          <UserTable users={users} onOpen={setOpened} />
          <UserCards users={users} onOpen={setOpened} />
        </>
      )}
      {query.hasNextPage && (
        <PanelFooter>
          <Button
            size="sm"
            onClick={() => void query.fetchNextPage()}
            busyText={query.isFetchingNextPage && texts.loading}
          >
            {texts.loadMore}
          </Button>
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
