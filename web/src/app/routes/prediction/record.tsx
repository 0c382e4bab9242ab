import { chakra } from "@chakra-ui/react/styled-system";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { Link } from "#/components/ui/link.tsx";
import { ModelRecord } from "#/features/record/record.tsx";
import { messages } from "#/features/record/messages.ts";

/** The public record of predictions and their outcomes. */
export function RecordPage() {
  usePageTitle(messages.title);
  return (
    <Container py={{ base: 6, md: 8 }}>
      <Heading>{messages.title}</Heading>
      <chakra.p textStyle="lead" color="fg.muted" mt={2} mb={6} maxWidth="66ch">
        {messages.lead}{" "}
        <Link to="/record/proof" tone="accent">
          {messages.proofLink}
        </Link>
      </chakra.p>
      <ModelRecord />
    </Container>
  );
}
