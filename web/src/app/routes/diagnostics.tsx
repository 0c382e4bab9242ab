import { chakra } from "@chakra-ui/react/styled-system";
import type { ReactNode } from "react";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { PriceOverride, PriceTester } from "#/features/diagnostics/price-table.tsx";
import { ProviderDiagnosis } from "#/features/diagnostics/provider-diagnosis.tsx";
import { ManagerOnly } from "#/app/manager-only.tsx";
import { messages } from "#/features/diagnostics/messages.ts";

/** /price-override-test: the catalog's prices beside the payment provider's. */
export function PriceOverridePage() {
  const { overrideTitle, overrideLead } = messages;
  return <DiagnosticPage title={overrideTitle} lead={overrideLead} content={<PriceOverride />} />;
}

/** /price-test: the payment provider's response to every price id. */
export function PriceTesterPage() {
  const { testerTitle, testerLead } = messages;
  return <DiagnosticPage title={testerTitle} lead={testerLead} content={<PriceTester />} />;
}

/** /stripe-diagnostic-pro: the payment provider and its webhooks. */
export function DiagnosticProPage() {
  const { proTitle, proLead } = messages;
  return <DiagnosticPage title={proTitle} lead={proLead} content={<ProviderDiagnosis />} />;
}

type PageProps = { title: string; lead: string; content: ReactNode };

function DiagnosticPage(page: PageProps) {
  return <ManagerOnly>{() => <DiagnosticContent {...page} />}</ManagerOnly>;
}

function DiagnosticContent({ title, lead, content }: PageProps) {
  usePageTitle(title);
  return (
    <Container size="plans" py={{ base: 6, md: 10 }}>
      <Heading>{title}</Heading>
      <chakra.p textStyle="lead" color="fg.muted" mt={2} mb={6}>
        {lead}
      </chakra.p>
      {content}
    </Container>
  );
}
