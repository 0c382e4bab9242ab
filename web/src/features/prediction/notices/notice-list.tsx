import type { Notice } from "@orbline/proto/http/prediction/notices";
import { chakra } from "@chakra-ui/react/styled-system";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BellOff } from "lucide-react";
import { useEffect, useState } from "react";
import { Time } from "#/components/data/time.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { ButtonLink, Link } from "#/components/ui/link.tsx";
import { Panel, PanelFooter } from "#/components/ui/panel.tsx";
import { money } from "#/lib/format.ts";
import { riskNames, sportNames } from "#/shared/messages.ts";
import { markNoticesRead, noticesQuery } from "./api.ts";
import { messages as predictionMessages } from "../messages.ts";
import { entryName, shortName } from "../names.ts";
import { PredictionRow } from "../prediction-row.tsx";
import { noticeMessages as messages } from "./messages.ts";

const NewDot = chakra("span", {
  base: {
    display: "inline-block",
    boxSize: "8px",
    ms: 2,
    borderRadius: "full",
    bg: "accent.fg",
    verticalAlign: "middle",
  },
});

/** The last settled predictions, the unread ones marked. Showing them marks them as read. */
export function NoticeList() {
  const query = useQuery({ ...noticesQuery, refetchOnMount: "always" });
  const shownAsNew = useMarkRead(query.data?.notices, query.isFetching);
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
              <ul>
                {notices.map((notice) => (
                  <Row key={notice.id} notice={notice} isNew={shownAsNew.has(notice.id)} />
                ))}
              </ul>
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

function Row({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const { bet, legs, sport, riskLevel, settledAt } = notice;
  const [only, ...others] = legs;
  const opponent =
    only && others.length === 0
      ? `${predictionMessages.versus} ${shortName(only.opponent)} · ${sportNames[sport]} · `
      : "";
  return (
    <PredictionRow
      title={
        <>
          <Link to={`/predictions/${notice.id}`}>{entryName(notice)}</Link>
          {isNew && (
            <NewDot>
              <VisuallyHidden>{messages.isNew}</VisuallyHidden>
            </NewDot>
          )}
        </>
      }
      outcome={(bet ?? notice).outcome}
      profit={(bet ?? notice).profit}
      note={
        <>
          {opponent}
          {riskNames[riskLevel]}
          {settledAt !== null && (
            <>
              {" · "}
              <Time at={settledAt} />
            </>
          )}
        </>
      }
      stakeNote={bet ? messages.yourBet : messages.atStake(money(notice.stake))}
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
