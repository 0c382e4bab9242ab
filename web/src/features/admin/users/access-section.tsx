import { chakra } from "@chakra-ui/react/styled-system";
import type { AccessResponse } from "@orbline/proto/http/identity/access";
import type { AdminUser } from "@orbline/proto/http/admin/users";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { Button } from "#/components/ui/button.tsx";
import { call, errorText } from "#/lib/api.ts";
import { utcMinute } from "#/lib/format.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { notify } from "#/stores/toast-store.ts";
import { accessQuery } from "../api.ts";
import { accessMessages as messages } from "../messages.ts";

type Command = "block" | "unblock" | "end-sessions";

/** Whether a user can sign in, with buttons that block the user and end the sessions. */
export function AccessSection({ user }: { user: AdminUser }) {
  const query = useQuery({ ...accessQuery(user.id), refetchOnMount: "always" });
  return (
    <>
      <chakra.h3 textStyle="h3" fontSize="14px" mt={5} mb={2}>
        {messages.title}
      </chakra.h3>
      <QueryView
        query={query}
        failed={messages.failed}
        skeleton={<SkeletonRows rows={3} p={0} />}
        mb={4}
      >
        {(access) => <Access user={user} access={access} />}
      </QueryView>
    </>
  );
}

function Access({ user, access }: { user: AdminUser; access: AccessResponse }) {
  const { id, username, subscriptionStatus } = user;
  const client = useQueryClient();
  const action = useSingleMutation({
    mutationFn: (command: Command) =>
      call("admin", `POST /api/admin/user/{id}/${command}`, { params: { id }, body: {} }),
    onSuccess: (after, command) => {
      client.setQueryData(accessQuery(id).queryKey, after);
      const mayRenew = subscriptionStatus === "active" || subscriptionStatus === "past_due";
      const description = command === "block" && mayRenew ? messages.blockKeepsPlan : undefined;
      notify({ title: messages.done[command](username), description });
    },
    onError: (error) =>
      notify({ title: messages.commandFailed, description: errorText(error, ""), kind: "error" }),
  });
  const { blockedAt, hasSecondFactor, openSessions } = access;
  return (
    <>
      <DefinitionList
        entries={[
          [
            messages.signIn,
            blockedAt === null ? messages.allowed : messages.blocked(utcMinute(blockedAt)),
          ],
          [messages.secondFactor, hasSecondFactor ? messages.on : messages.off],
          [messages.sessions, String(openSessions)],
        ]}
      />
      <chakra.div display="flex" flexWrap="wrap" gap={3} mt={3}>
        <Button
          size="sm"
          disabled={openSessions === 0 || action.isPending}
          onClick={() => action.mutate("end-sessions")}
        >
          {messages.endSessions}
        </Button>
        {blockedAt === null ? (
          <Button
            size="sm"
            variant="danger"
            disabled={action.isPending}
            onClick={() => action.mutate("block")}
          >
            {messages.block}
          </Button>
        ) : (
          <Button size="sm" disabled={action.isPending} onClick={() => action.mutate("unblock")}>
            {messages.unblock}
          </Button>
        )}
      </chakra.div>
    </>
  );
}
