import { chakra } from "@chakra-ui/react/styled-system";
import { Container } from "../../components/layout/container.tsx";
import { usePageTitle } from "../../components/layout/page-title.ts";
import { Heading } from "../../components/ui/heading.tsx";
import { History } from "../../features/prediction/components/history.tsx";
import { predictionTexts as texts } from "../../texts/prediction.ts";
import { Protected } from "../protected.tsx";

/** The user's own predictions and how they ended. */
export const HistoryPage = () => {
  usePageTitle(texts.historyTitle);
  return (
    <Protected>
      {() => (
        <Container py={6}>
          <Heading>{texts.historyTitle}</Heading>
          <chakra.p color="fg.muted" mt={1} mb={5}>
            {texts.historyLead}
          </chakra.p>
          <History />
        </Container>
      )}
    </Protected>
  );
};
