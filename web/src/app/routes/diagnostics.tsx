import { chakra } from "@chakra-ui/react/styled-system";
import type { ReactNode } from "react";
import { Container } from "#/components/layout/container.tsx";
import { FormPage } from "#/components/layout/form-page.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { TestCheckout } from "#/features/checkout/test-checkout.tsx";
import { PriceOverride, PriceTester } from "#/features/diagnostics/price-table.tsx";
import { ProviderDiagnosis } from "#/features/diagnostics/provider-diagnosis.tsx";
import { TestCards } from "#/features/diagnostics/test-cards.tsx";
import { AdminOnly } from "#/app/admin-only.tsx";
import { messages as checkoutMessages } from "#/features/checkout/messages.ts";
import { messages as diagnosticsMessages } from "#/features/diagnostics/messages.ts";

/** /test-checkout: admins run a checkout of any plan. */
export function TestCheckoutPage() {
  return (
    <AdminOnly>
      {({ email }) => <TestCheckoutContent accountEmail={email ?? undefined} />}
    </AdminOnly>
  );
}

/** /price-override-test: the catalogue's prices beside the provider's. */
export function PriceOverridePage() {
  return (
    <AdminOnly>
      {() => (
        <DiagnosticPage
          title={diagnosticsMessages.overrideTitle}
          lead={diagnosticsMessages.overrideLead}
        >
          <PriceOverride />
        </DiagnosticPage>
      )}
    </AdminOnly>
  );
}

/** /price-test: the provider's answer on every price id. */
export function PriceTesterPage() {
  return (
    <AdminOnly>
      {() => (
        <DiagnosticPage
          title={diagnosticsMessages.testerTitle}
          lead={diagnosticsMessages.testerLead}
        >
          <PriceTester />
        </DiagnosticPage>
      )}
    </AdminOnly>
  );
}

/** /stripe-diagnostic-pro: the provider and its webhooks. */
export function DiagnosticProPage() {
  return (
    <AdminOnly>
      {() => (
        <DiagnosticPage title={diagnosticsMessages.proTitle} lead={diagnosticsMessages.proLead}>
          <ProviderDiagnosis />
        </DiagnosticPage>
      )}
    </AdminOnly>
  );
}

type PageProps = { title: string; lead: string; children: ReactNode };

function DiagnosticPage({ title, lead, children }: PageProps) {
  usePageTitle(title);
  return (
    <Container size="plans" py={{ base: 6, md: 10 }}>
      <Heading>{title}</Heading>
      <chakra.p textStyle="lead" color="fg.muted" mt={2} mb={6}>
        {lead}
      </chakra.p>
      {children}
    </Container>
  );
}

function TestCheckoutContent({ accountEmail }: { accountEmail: string | undefined }) {
  usePageTitle(checkoutMessages.testTitle);
  return (
    <FormPage title={checkoutMessages.testTitle} lead={checkoutMessages.directLead} bare>
      <chakra.div display="grid" gap={4}>
        <TestCheckout accountEmail={accountEmail} />
        <TestCards />
      </chakra.div>
    </FormPage>
  );
}
