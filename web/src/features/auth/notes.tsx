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

/** Explains a sign-in screen that follows an ended session. */
export function SessionEndedNote() {
  const endedAt = useSessionStore((session) => session.endedAt);
  return endedAt === undefined ? null : (
    <Note icon={<History size={16} />} role="status">
      {messages.sessionEnded}
    </Note>
  );
}

/** Shows the affiliate code that a sign-up sends. */
export function ReferralNote({ code }: { code: string }) {
  return (
    <Note icon={<Gift size={16} />}>
      {messages.referralBefore}{" "}
      <chakra.strong textStyle="num" fontSize="13px" color="fg">
        {code}
      </chakra.strong>{" "}
      {messages.referralAfter}
    </Note>
  );
}

/** Shows that the user query failed, with a retry button. */
export function UserFailedNote() {
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
}

type NoteProps = { icon: ReactNode; children: ReactNode; role?: "status" | "alert" };

function Note({ icon, children, role }: NoteProps) {
  return (
    <Panel as="div" bg="bg.well" borderRadius="control" mt={4}>
      <chakra.p role={role} display="flex" gap={3} px={3} py={2} textStyle="small" color="fg.muted">
        <chakra.span color="accent.fg" pt="2px" aria-hidden>
          {icon}
        </chakra.span>
        <span>{children}</span>
      </chakra.p>
    </Panel>
  );
}
