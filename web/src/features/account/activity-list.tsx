import { chakra } from "@chakra-ui/react/styled-system";
import type { SecurityEventEntry } from "@orbline/proto/http/identity/security";
import { useInfiniteQuery } from "@tanstack/react-query";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { LoadMore } from "#/components/feedback/stale-banner.tsx";
import { Badge } from "#/components/ui/badge.tsx";
import { PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { Time } from "#/components/data/time.tsx";
import { securityEventsQuery } from "./api.ts";
import { messages } from "./messages.ts";

const Row = chakra("li", {
  base: {
    display: "grid",
    gridTemplateColumns: "1fr auto",
    alignItems: "center",
    gap: 3,
    px: { base: 4, md: 5 },
    py: 3,
    borderTop: "1px solid {colors.line.subtle}",
  },
});

/** The security events of the user, newest first. */
export function ActivityList() {
  const query = useInfiniteQuery(securityEventsQuery);
  return (
    <QueryView
      query={query}
      failed={messages.activityFailed}
      skeleton={
        <SkeletonRows rows={4} height={10} role="status" aria-label={messages.activityLoading} />
      }
      m={{ base: 4, md: 5 }}
    >
      {({ pages }) => (
        <>
          <chakra.ul
            listStyle="none"
            p={0}
            ref={takeFocus}
            tabIndex={-1}
            aria-label={messages.activity}
          >
            {pages.flatMap(({ events }) =>
              events.map((event) => <EventRow key={event.id} event={event} />),
            )}
          </chakra.ul>
          {pages[0]?.events.length === 0 && <PanelBody>{messages.activityEmpty}</PanelBody>}
          <PanelFooter>
            <chakra.p textStyle="small" color="fg.muted">
              {messages.activityUnknown}
            </chakra.p>
            {query.hasNextPage && <LoadMore query={query} />}
          </PanelFooter>
        </>
      )}
    </QueryView>
  );
}

/** The button that opened the list is gone, so the list takes the focus as soon as it is there. */
function takeFocus(list: HTMLUListElement | null): void {
  list?.focus();
}

function EventRow({ event }: { event: SecurityEventEntry }) {
  const { action, outcome, device, lastAt, count } = event;
  const isRefused = outcome === "refused";
  return (
    <Row>
      <chakra.div minWidth={0}>
        <div>{(isRefused ? messages.refusedNames : messages.activityNames)[action]}</div>
        <chakra.div textStyle="small" color="fg.subtle">
          <Time at={lastAt} />, {device}
          {count > 1 && `, ${messages.times(count)}`}
        </chakra.div>
      </chakra.div>
      {isRefused && <Badge tone="warm">{messages.refused}</Badge>}
    </Row>
  );
}
