import { chakra } from "@chakra-ui/react/styled-system";
import { useQuery } from "@tanstack/react-query";
import { Gift, History, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#/components/ui/button.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { useSessionStore } from "#/stores/session-store.ts";
import { requestIdOf } from "#/lib/api.ts";
import { currentUserQuery } from "./api.ts";
import { messages } from "./messages.ts";
import { layoutMessages } from "#/shared/messages.ts";

type NoteProps = { icon: ReactNode; children: ReactNode; role?: "status" | "alert" };

const Note = ({ icon, children, role }: NoteProps) => (
  <Panel as="div" bg="bg.well" borderRadius="control" mt={4}>
    <chakra.p role={role} display="flex" gap={3} px={3} py={2} textStyle="small" color="fg.muted">
      <chakra.span color="accent.fg" pt="2px" aria-hidden>
        {icon}
      </chakra.span>
      <span>{children}</span>
    </chakra.p>
  </Panel>
);

/** Says why somebody who was signed in meets the sign-in screen; nothing to anybody else. */
export const SessionEndedNote = () => {
  const endedAt = useSessionStore((session) => session.endedAt);
  return endedAt === undefined ? null : (
    <Note icon={<History size={16} />} role="status">
      {messages.sessionEnded}
    </Note>
  );
};

/** Names the affiliate code which a sign-up will carry. */
export const ReferralNote = ({ code }: { code: string }) => (
  <Note icon={<Gift size={16} />}>
    {messages.referralBefore}{" "}
    <chakra.strong textStyle="num" fontSize="13px" color="fg">
      {code}
    </chakra.strong>{" "}
    {messages.referralAfter}
  </Note>
);

/** Says that it is not known who is there, and asks again; nothing once that is known. */
export const UserFailedNote = () => {
  const { error, refetch } = useQuery(currentUserQuery);
  const requestId = requestIdOf(error);
  return error === null ? null : (
    <Note icon={<TriangleAlert size={16} />} role="alert">
      {messages.userFailed} {requestId !== undefined && `${layoutMessages.request} ${requestId} `}
      <Button variant="link" size="inline" onClick={() => void refetch()}>
        {layoutMessages.tryAgain}
      </Button>
    </Note>
  );
};
