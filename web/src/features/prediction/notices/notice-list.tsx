import type { Notice } from "@orbline/proto/http/prediction/notices";
import { chakra } from "@chakra-ui/react/styled-system";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BellOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { Time } from "#/components/data/time.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { Button } from "#/components/ui/button.tsx";
import { ButtonLink, Link } from "#/components/ui/link.tsx";
import { Panel, PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { day } from "#/lib/format.ts";
import { useNow } from "#/lib/use-now.ts";
import { riskNames, sportNames } from "#/shared/messages.ts";
import { markNoticesRead, noticesQuery } from "./api.ts";
import { messages as predictionMessages } from "../messages.ts";
import { entryName, gameOf } from "../names.ts";
import { PredictionRow } from "../prediction-row.tsx";
import { noticeMessages as messages } from "./messages.ts";

const PeriodTitle = chakra("h2", {
  base: {
    px: { base: 4, md: 5 },
    py: 2,
    textStyle: "label",
    color: "fg.muted",
    bg: "bg.well",
    borderColor: "line.subtle",
    borderBottomWidth: "1px",
    "section + section > &": { borderTopWidth: "1px" },
  },
});

// Before the name, because after it the dot would begin a line of its own on phones.
const NewDot = chakra("span", {
  base: {
    display: "inline-block",
    boxSize: "8px",
    me: 2,
    borderRadius: "50%",
    bg: "accent.fg",
    verticalAlign: "middle",
  },
});

/** The last settled predictions, the unread ones marked. Showing them marks them as read. */
export function NoticeList() {
  const query = useQuery({ ...noticesQuery, refetchOnMount: "always" });
  const unread = useMarkRead(query.data?.notices, query.isFetching);
  const [address, setAddress] = useSearchParams();
  const onlyUnread = address.get("show") === "unread";
  const isRead = ({ id, isUnread }: Notice) => !isUnread && !unread.has(id);
  const show = (wanted: "all" | "unread") =>
    setAddress(wanted === "all" ? {} : { show: wanted }, { replace: true });
  return (
    <Panel as="div">
      <QueryView query={query} failed={messages.failed} skeleton={<SkeletonRows rows={4} />}>
        {({ notices }) =>
          notices.length === 0 ? (
            <EmptyState
              icon={<BellOff size={24} />}
              title={messages.empty}
              text={messages.emptyText}
              action={<ButtonLink to="/">{predictionMessages.toMachine}</ButtonLink>}
            />
          ) : (
            <>
              {notices.some(isRead) && (
                <PanelBody py={3} borderBottomWidth="1px" borderColor="line.subtle">
                  <Button
                    size="sm"
                    aria-pressed={onlyUnread}
                    color={onlyUnread ? "accent.fg" : undefined}
                    onClick={() => show(onlyUnread ? "all" : "unread")}
                  >
                    {messages.onlyUnread}
                  </Button>
                </PanelBody>
              )}
              {onlyUnread && notices.every(isRead) ? (
                <EmptyState
                  icon={<BellOff size={24} />}
                  title={messages.allRead}
                  text={messages.allReadText}
                  action={<Button onClick={() => show("all")}>{messages.showAll}</Button>}
                />
              ) : (
                <Periods
                  notices={notices.filter((notice) => !onlyUnread || !isRead(notice))}
                  isRead={isRead}
                />
              )}
              <PanelFooter>
                <Link to="/history" tone="accent">
                  {messages.all}
                </Link>
              </PanelFooter>
            </>
          )
        }
      </QueryView>
    </Panel>
  );
}

type PeriodsProps = { notices: readonly Notice[]; isRead: (notice: Notice) => boolean };

/** The notices under a heading of each period that has some. */
function Periods({ notices, isRead }: PeriodsProps) {
  const now = useNow();
  return periods.map((period) => {
    const group = notices.filter(({ settledAt }) => periodOf(settledAt, now) === period);
    if (group.length === 0) return null;
    return (
      <section key={period}>
        <PeriodTitle>{messages.periods[period]}</PeriodTitle>
        <ul>
          {group.map((notice) => (
            <Row key={notice.id} notice={notice} isUnread={!isRead(notice)} />
          ))}
        </ul>
      </section>
    );
  });
}

const periods = ["today", "week", "earlier"] as const;
const weekMs = 7 * 86_400_000;

function periodOf(settledAt: string | null, now: number): (typeof periods)[number] {
  if (settledAt === null || day(settledAt) === day(new Date(now))) return "today";
  return now - Date.parse(settledAt) < weekMs ? "week" : "earlier";
}

function Row({ notice, isUnread }: { notice: Notice; isUnread: boolean }) {
  const { bet, legs, sport, riskLevel, settledAt } = notice;
  const [only, ...others] = legs;
  const about =
    only && others.length === 0 ? `${gameOf(only)} · ${sportNames[sport]}` : riskNames[riskLevel];
  return (
    <PredictionRow
      title={
        <>
          {isUnread && (
            <NewDot>
              <VisuallyHidden>{messages.isUnread}</VisuallyHidden>
            </NewDot>
          )}
          <Link to={`/predictions/${notice.id}`}>{entryName(notice)}</Link>
        </>
      }
      outcome={(bet ?? notice).outcome}
      profit={(bet ?? notice).profit}
      note={
        <>
          {about}
          {settledAt !== null && (
            <>
              {"\u00a0· "}
              <Time at={settledAt} of="day" />
            </>
          )}
        </>
      }
      suggested={bet ? undefined : notice.stake}
    />
  );
}

/** Marks the unread notices as read once they are shown; returns those that were unread in this visit. */
function useMarkRead(
  notices: readonly Notice[] | undefined,
  isFetching: boolean,
): ReadonlySet<string> {
  const client = useQueryClient();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const ids = (notices ?? []).flatMap(({ id, isUnread }) => (isUnread ? [id] : []));
    if (ids.length === 0) return;
    setSeen((known) => new Set([...known, ...ids]));
    // A response from before the marking would make them unread again.
    if (isFetching) return;
    void markNoticesRead(ids)
      .then(() =>
        client.setQueryData(
          noticesQuery.queryKey,
          (current) =>
            current && {
              notices: current.notices.map((one) =>
                ids.includes(one.id) ? { ...one, isUnread: false } : one,
              ),
            },
        ),
      )
      // They stay unread and are marked with the next visit.
      .catch(() => undefined);
  }, [notices, isFetching, client]);
  return seen;
}
