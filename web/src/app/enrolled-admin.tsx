import { chakra } from "@chakra-ui/react/styled-system";
import type { User } from "@orbline/proto/http/identity/user";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadingState } from "#/components/feedback/states.tsx";
import { Container } from "#/components/layout/container.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { secondFactorQuery } from "#/features/account/api.ts";
import { enrollMessages } from "#/features/account/messages.ts";
import { ProofOnDemand } from "#/features/auth/proof-on-demand.tsx";
import { SecondFactorPanel } from "#/features/account/second-factor-panel.tsx";

type EnrolledAdminProps = { user: User; children: (admin: User) => ReactNode };

/**
 * Shows its page once the admin has two-step sign-in, without which the server refuses every admin call, and asks for the
 * password when a call of the page needs it.
 */
export function EnrolledAdmin({ user, children }: EnrolledAdminProps) {
  const { data, isPending } = useQuery(secondFactorQuery);
  if (isPending) return <LoadingState />;
  // After a failed query the page shows what the server allows.
  if (user.role !== "admin" || data?.secondFactor !== null)
    return (
      <>
        {children(user)}
        <ProofOnDemand username={user.username} />
      </>
    );
  return (
    <Container size="text" py={{ base: 6, md: 10 }}>
      <Heading>{enrollMessages.title}</Heading>
      <chakra.p color="fg.muted" mt={1} mb={5}>
        {enrollMessages.lead}
      </chakra.p>
      <SecondFactorPanel user={user} />
    </Container>
  );
}
