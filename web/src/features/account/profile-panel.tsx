import { chakra } from "@chakra-ui/react/styled-system";
import type { User } from "@orbline/proto/http/identity/user";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Badge } from "#/components/ui/badge.tsx";
import { Button } from "#/components/ui/button.tsx";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { day } from "#/lib/format.ts";
import { useResendVerification } from "./api.ts";
import { WithPassword } from "./with-password.tsx";
import { messages } from "./messages.ts";

const ProfileDialog = lazy(async () => ({
  default: (await import("./profile-dialog.tsx")).ProfileDialog,
}));

type ProfilePanelProps = { user: User; onUser: (user: User) => void };

/** Name and contact of the account, with buttons to change and to verify them. */
export function ProfilePanel({ user, onUser }: ProfilePanelProps) {
  const [changing, setChanging] = useState(false);
  const resend = useResendVerification();
  return (
    <Panel title={messages.profile}>
      <PanelBody display="grid" gap={4}>
        <DefinitionList
          entries={[
            [messages.username, user.username],
            [messages.email, <Email key="email" user={user} />],
            [messages.phone, user.phone ?? messages.none],
            [messages.memberSince, day(user.createdAt)],
          ]}
        />
        <chakra.div
          display="flex"
          flexWrap="wrap"
          gap={3}
          css={{ "& > *": { flexGrow: { base: 1, sm: 0 } } }}
        >
          <Button onClick={() => setChanging(true)}>{messages.change}</Button>
          {user.email !== null && !user.emailVerified && (
            <Button
              onClick={() => resend.mutate(undefined)}
              busyText={resend.isPending && messages.sending}
            >
              {messages.sendAgain}
            </Button>
          )}
        </chakra.div>
      </PanelBody>
      <Suspense>
        {changing && (
          <WithPassword user={user} onClose={() => setChanging(false)}>
            <ProfileDialog user={user} onUser={onUser} onClose={() => setChanging(false)} />
          </WithPassword>
        )}
      </Suspense>
    </Panel>
  );
}

function Verified({ isVerified }: { isVerified: boolean }) {
  return (
    <Badge tone={isVerified ? "accent" : "warm"}>
      {isVerified ? <CircleCheck size={14} aria-hidden /> : <TriangleAlert size={14} aria-hidden />}
      {isVerified ? messages.verified : messages.unverified}
    </Badge>
  );
}

/** Breaks a long address before the at-sign. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

function Email({ user: { email, emailVerified } }: { user: User }) {
  return email === null ? (
    messages.none
  ) : (
    <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap={2} rowGap={1}>
      <chakra.span minWidth={0} overflowWrap="anywhere">
        <Address email={email} />
      </chakra.span>
      <Verified isVerified={emailVerified} />
    </chakra.span>
  );
}
