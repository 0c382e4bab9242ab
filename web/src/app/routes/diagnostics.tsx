import { chakra } from "@chakra-ui/react/styled-system";
import type { ReactNode } from "react";
import { Container } from "#/components/layout/container.tsx";
import { FormPage } from "#/components/layout/form-page.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { TestCheckout } from "#/features/checkout/components/test-checkout.tsx";
import { PriceOverride } from "#/features/diagnostics/components/price-override.tsx";
import { PriceTester } from "#/features/diagnostics/components/price-tester.tsx";
import { ProviderDiagnosis } from "#/features/diagnostics/components/provider-diagnosis.tsx";
import { TestCards } from "#/features/diagnostics/components/test-cards.tsx";
import { checkoutTexts } from "#/texts/checkout.ts";
import { diagnosticTexts as texts } from "#/texts/diagnostics.ts";
import { AdminOnly } from "#/app/admin-only.tsx";

type PageProps = { title: string; lead: string; children: ReactNode };

const DiagnosticPage = ({ title, lead, children }: PageProps) => {
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
};

const TestCheckoutContent = ({ accountEmail }: { accountEmail: string | undefined }) => {
  usePageTitle(checkoutTexts.testTitle);
  return (
    <FormPage title={checkoutTexts.testTitle} lead={checkoutTexts.directLead} bare>
      <chakra.div display="grid" gap={4}>
        <TestCheckout accountEmail={accountEmail} />
        <TestCards />
      </chakra.div>
    </FormPage>
  );
};

/** /test-checkout: admins run a checkout of any plan. */
export const TestCheckoutPage = () => (
  <AdminOnly>{({ email }) => <TestCheckoutContent accountEmail={email ?? undefined} />}</AdminOnly>
);

/** /price-override-test: the catalogue's prices beside the provider's. */
export const PriceOverridePage = () => (
  <AdminOnly>
    {() => (
      <DiagnosticPage title={texts.overrideTitle} lead={texts.overrideLead}>
        <PriceOverride />
      </DiagnosticPage>
    )}
  </AdminOnly>
);

/** /price-test: the provider's answer on every price id. */
export const PriceTesterPage = () => (
  <AdminOnly>
    {() => (
      <DiagnosticPage title={texts.testerTitle} lead={texts.testerLead}>
        <PriceTester />
      </DiagnosticPage>
    )}
  </AdminOnly>
);

/** /stripe-diagnostic-pro: the provider and its webhooks. */
export const DiagnosticProPage = () => (
  <AdminOnly>
    {() => (
      <DiagnosticPage title={texts.proTitle} lead={texts.proLead}>
        <ProviderDiagnosis />
      </DiagnosticPage>
    )}
  </AdminOnly>
);
