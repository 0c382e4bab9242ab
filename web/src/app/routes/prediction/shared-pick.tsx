import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { currentUserQuery } from "#/features/auth/api.ts";
import { SharedPick } from "#/features/proof/shared-pick.tsx";

/** A pick that its user shares with everybody. */
export function SharedPickPage() {
  const { slug = "" } = useParams();
  const { data: user } = useQuery(currentUserQuery);
  return (
    <Container py={{ base: 6, md: 8 }} maxWidth="760px">
      <SharedPick key={slug} slug={slug} isVisitor={user === null} />
    </Container>
  );
}
