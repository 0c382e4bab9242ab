import { chakra } from "@chakra-ui/react/styled-system";
import { chosenUsername } from "@orbline/proto/constants/usernames";
import type { User } from "@orbline/proto/http/identity/user";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Badge } from "#/components/ui/badge.tsx";
import { Button } from "#/components/ui/button.tsx";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { day } from "#/lib/format.ts";
import { fieldNames } from "#/shared/messages.ts";
import { useResendVerification } from "./api.ts";
import { messages } from "./messages.ts";

const AccountDialog = lazy(async () => ({
  default: (await import("./dialogs.tsx")).AccountDialog,
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
            [fieldNames.username, chosenUsername(user) ?? messages.none],
            [fieldNames.email, <Email key="email" user={user} />],
            [fieldNames.phone, user.phone ?? messages.none],
            [messages.memberSince, day(user.createdAt)],
          ]}
        />
        {user.newEmail !== undefined && (
          <chakra.p color="fg.muted" overflowWrap="anywhere">
            {messages.newEmail(user.newEmail)}
          </chakra.p>
        )}
        <chakra.div
          display="flex"
          flexWrap="wrap"
          gap={3}
          css={{ "& > *": { flexGrow: { base: 1, sm: 0 } } }}
        >
          <Button onClick={() => setChanging(true)}>{messages.change}</Button>
          {(user.newEmail !== undefined || (user.email !== null && !user.emailVerified)) && (
            <Button
              onClick={() => resend.mutate({})}
              busyText={resend.isPending && messages.sending}
            >
              {messages.sendAgain}
            </Button>
          )}
        </chakra.div>
      </PanelBody>
      <Suspense>
        {changing && (
          <AccountDialog
            kind="profile"
            user={user}
            onUser={onUser}
            onClose={() => setChanging(false)}
          />
        )}
      </Suspense>
    </Panel>
  );
}

function Email({ user: { email, emailVerified } }: { user: User }) {
  if (email === null) return messages.none;
  const at = email.lastIndexOf("@");
  const Icon = emailVerified ? CircleCheck : TriangleAlert;
  return (
    <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap={2} rowGap={1}>
      <chakra.span minWidth={0} overflowWrap="anywhere">
        {/* A long address breaks before the at-sign. */}
        {email.slice(0, at)}
        <wbr />
        {email.slice(at)}
      </chakra.span>
      <Badge tone={emailVerified ? "accent" : "warm"}>
        <Icon size={14} aria-hidden />
        {emailVerified ? messages.verified : messages.unverified}
      </Badge>
    </chakra.span>
  );
}
