import { chakra } from "@chakra-ui/react/styled-system";
import { Container } from "../../components/layout/container.tsx";
import { usePageTitle } from "../../components/layout/page-title.ts";
import { Heading } from "../../components/ui/heading.tsx";
import { ModelRecord } from "../../features/record/components/record.tsx";
import { recordTexts as texts } from "../../texts/record.ts";

/** The public record of what was predicted and how it ended. */
export const RecordPage = () => {
  usePageTitle(texts.title);
  return (
    <Container py={{ base: 6, md: 8 }}>
      <Heading>{texts.title}</Heading>
      <chakra.p color="fg.muted" mt={1} mb={5} maxWidth="72ch">
        {texts.lead}
      </chakra.p>
      <ModelRecord />
    </Container>
  );
};
