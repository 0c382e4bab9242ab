import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { Container } from "../../components/layout/container.tsx";
import { usePageTitle } from "../../components/layout/page-title.ts";
import { Heading } from "../../components/ui/heading.tsx";
import { InvoicesPanel } from "../../features/subscription/components/invoices-panel.tsx";
import { PlanPanel } from "../../features/subscription/components/plan-panel.tsx";
import { accountTexts as texts } from "../../texts/account.ts";
import { Protected } from "../protected.tsx";

/** The signed-in user's plan and bills, profile, sessions and data. */
export const AccountPage = () => {
  usePageTitle(texts.title);
  return (
    <Protected>
      {() => (
        <Container size="plans" py={{ base: 6, md: 10 }}>
          <Heading>{texts.title}</Heading>
          <chakra.p color="fg.muted" mt={1} mb={5}>
            {texts.lead}
          </chakra.p>
          <Box
            display="grid"
            gridTemplateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 400px" }}
            alignItems="start"
            gap={4}
          >
            <Box display="grid" gap={4}>
              <PlanPanel />
              <InvoicesPanel />
            </Box>
          </Box>
        </Container>
      )}
    </Protected>
  );
};
