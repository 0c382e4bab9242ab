import { chakra } from "@chakra-ui/react/styled-system";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { currentUserQuery } from "#/features/auth/api.ts";
import { messages } from "#/features/proof/messages.ts";
import { SharedPick } from "#/features/proof/shared-pick.tsx";

/** A pick that its user shares with everybody. */
export function SharedPickPage() {
  usePageTitle(messages.sharedPick);
  const { slug = "" } = useParams();
  const { data: user } = useQuery(currentUserQuery);
  return (
    <Container py={{ base: 6, md: 8 }} maxWidth="760px">
      <Heading>{messages.sharedPick}</Heading>
      <chakra.p textStyle="lead" color="fg.muted" mt={2} mb={6}>
        {messages.sharedLead}
      </chakra.p>
      <SharedPick key={slug} slug={slug} isVisitor={user === null} />
    </Container>
  );
}
