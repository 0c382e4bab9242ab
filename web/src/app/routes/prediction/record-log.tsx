import { chakra } from "@chakra-ui/react/styled-system";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { messages } from "#/features/proof/messages.ts";
import { RecordLog } from "#/features/proof/record-log.tsx";

/** The log behind the public record, with its signatures. */
export function RecordLogPage() {
  usePageTitle(messages.logTitle);
  return (
    <Container py={{ base: 6, md: 8 }} maxWidth="760px">
      <Heading>{messages.logTitle}</Heading>
      <chakra.p textStyle="lead" color="fg.muted" mt={2} mb={6} maxWidth="66ch">
        {messages.logLead}
      </chakra.p>
      <RecordLog />
    </Container>
  );
}
