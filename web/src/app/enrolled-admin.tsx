import { chakra } from "@chakra-ui/react/styled-system";
import type { User } from "@orbline/proto/http/identity/user";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, type ReactNode } from "react";
import { LoadingState } from "#/components/feedback/states.tsx";
import { Container } from "#/components/layout/container.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { secondFactorQuery } from "#/features/account/api.ts";
import { enrollMessages } from "#/features/account/messages.ts";
import { ProofOnDemand } from "#/features/auth/proof-on-demand.tsx";
import { SecondFactorPanel } from "#/features/account/second-factor-panel.tsx";

const PasskeysPanel = lazy(async () => ({
  default: (await import("#/features/account/passkeys/passkeys-panel.tsx")).PasskeysPanel,
}));

type EnrolledAdminProps = { user: User; children: (admin: User) => ReactNode };

/**
 * Shows its page once the admin has two-step sign-in or a passkey, without which the server refuses every admin call,
 * and asks for the password when a call of the page needs it.
 */
export function EnrolledAdmin({ user, children }: EnrolledAdminProps) {
  const { data, isPending } = useQuery(secondFactorQuery);
  if (isPending) return <LoadingState />;
  const hasPasskey = Boolean(data?.passkeys.length);
  // After a failed query the page shows what the server allows.
  const isEnrolled = user.role !== "admin" || data?.secondFactor !== null || hasPasskey;
  return (
    <>
      {isEnrolled ? (
        children(user)
      ) : (
        <Container size="text" py={{ base: 6, md: 10 }}>
          <Heading>{enrollMessages.title}</Heading>
          <chakra.p color="fg.muted" mt={1} mb={5}>
            {enrollMessages.lead}
          </chakra.p>
          <SecondFactorPanel user={user} />
          <chakra.div mt={4}>
            <Suspense>
              <PasskeysPanel user={user} />
            </Suspense>
          </chakra.div>
        </Container>
      )}
      <ProofOnDemand username={user.username} hasPasskey={hasPasskey} />
    </>
  );
}
