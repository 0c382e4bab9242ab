import { chakra } from "@chakra-ui/react/styled-system";
import type { SessionsResponse } from "@orbline/proto/http/identity/account";
import type { User } from "@orbline/proto/http/identity/user";
import { useQuery } from "@tanstack/react-query";
import { Monitor } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Badge } from "#/components/ui/badge.tsx";
import { Button } from "#/components/ui/button.tsx";
import { Panel, PanelBody, PanelFooter } from "#/components/ui/panel.tsx";
import { Time } from "#/components/data/time.tsx";
import { sessionsQuery, useRevokeOthers, useRevokeSession } from "./api.ts";
import { messages } from "./messages.ts";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";

const AccountDialog = lazy(async () => ({
  default: (await import("./dialogs.tsx")).AccountDialog,
}));

type Session = SessionsResponse["sessions"][number];

const Row = chakra("li", {
  base: {
    display: "grid",
    gridTemplateColumns: "20px 1fr auto",
    alignItems: "center",
    gap: 3,
    px: { base: 4, md: 5 },
    py: 3,
    "&:not(:last-child)": { borderBottom: "1px solid {colors.line.subtle}" },
  },
});

/** Sessions of the account, each with a button that ends it, and the password. */
export function SessionsPanel({ user }: { user: User }) {
  const [changing, setChanging] = useState(false);
  return (
    <Panel title={messages.security}>
      <PanelBody
        display="grid"
        gap={3}
        justifyItems={{ base: "stretch", sm: "start" }}
        borderBottomWidth="1px"
        borderColor="line.subtle"
      >
        {!user.hasPassword && <chakra.p color="fg.muted">{messages.noPassword}</chakra.p>}
        <Button onClick={() => setChanging(true)}>
          {user.hasPassword ? messages.changePassword : messages.setPassword}
        </Button>
      </PanelBody>
      <QueryView
        query={useQuery(sessionsQuery)}
        failed={messages.sessionsFailed}
        skeleton={
          <SkeletonRows rows={2} height={10} role="status" aria-label={messages.sessionsLoading} />
        }
        m={{ base: 4, md: 5 }}
      >
        {({ sessions }) => <List sessions={sessions} />}
      </QueryView>
      <Suspense>
        {changing && (
          <AccountDialog kind="password" user={user} onClose={() => setChanging(false)} />
        )}
      </Suspense>
    </Panel>
  );
}

function SessionRow({ session }: { session: Session }) {
  const revoke = useRevokeSession();
  return (
    <Row>
      <chakra.span color="fg.subtle" aria-hidden>
        <Monitor size={18} />
      </chakra.span>
      <chakra.div minWidth={0}>
        <div>{session.device}</div>
        <chakra.div textStyle="small" color="fg.subtle">
          {session.current ? messages.signedInAt : messages.lastSeen}{" "}
          <Time at={session.current ? session.createdAt : session.lastSeenAt} />
        </chakra.div>
      </chakra.div>
      {session.current ? (
        <Badge tone="accent">{messages.thisSession}</Badge>
      ) : (
        <Button
          size="sm"
          aria-label={messages.signOutOf(session.device)}
          onClick={() => revoke.mutate(session.id)}
          busyText={revoke.isPending && messages.signingOut}
        >
          {messages.signOut}
        </Button>
      )}
    </Row>
  );
}

function List({ sessions }: { sessions: Session[] }) {
  const revokeOthers = useRevokeOthers();
  return (
    <>
      <chakra.ul listStyle="none" p={0}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </chakra.ul>
      {sessions.length > 1 && (
        <PanelFooter>
          <Button
            size="sm"
            width={{ base: "full", sm: "auto" }}
            onClick={() => revokeOthers.mutate({})}
            busyText={revokeOthers.isPending && messages.signingOut}
          >
            {messages.signOutOthers}
          </Button>
        </PanelFooter>
      )}
    </>
  );
}
