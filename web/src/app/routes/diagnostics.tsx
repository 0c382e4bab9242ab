import { chakra } from "@chakra-ui/react/styled-system";
import { managesSubscriptions } from "@orbline/proto/constants/admin-names";
import type { User } from "@orbline/proto/http/identity/user";
import type { ReactNode } from "react";
import { Container } from "#/components/layout/container.tsx";
import { FormPage } from "#/components/layout/form-page.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { DeniedPage } from "#/features/admin/denied-page.tsx";
import { TestCheckout } from "#/features/checkout/test-checkout.tsx";
import { PriceOverride, PriceTester } from "#/features/diagnostics/price-table.tsx";
import { ProviderDiagnosis } from "#/features/diagnostics/provider-diagnosis.tsx";
import { TestCards } from "#/features/diagnostics/test-cards.tsx";
import { AdminOnly } from "#/app/protected.tsx";
import { messages as checkoutMessages } from "#/features/checkout/messages.ts";
import { messages as diagnosticsMessages } from "#/features/diagnostics/messages.ts";

/** /test-checkout: admins run a checkout of any plan. */
export function TestCheckoutPage() {
  return (
    <ManagerOnly>
      {({ email }) => <TestCheckoutContent accountEmail={email ?? undefined} />}
    </ManagerOnly>
  );
}

/** /price-override-test: the catalog's prices beside the payment provider's. */
export function PriceOverridePage() {
  const { overrideTitle, overrideLead } = diagnosticsMessages;
  return <DiagnosticPage title={overrideTitle} lead={overrideLead} content={<PriceOverride />} />;
}

/** /price-test: the payment provider's response to every price id. */
export function PriceTesterPage() {
  const { testerTitle, testerLead } = diagnosticsMessages;
  return <DiagnosticPage title={testerTitle} lead={testerLead} content={<PriceTester />} />;
}

/** /stripe-diagnostic-pro: the payment provider and its webhooks. */
export function DiagnosticProPage() {
  const { proTitle, proLead } = diagnosticsMessages;
  return <DiagnosticPage title={proTitle} lead={proLead} content={<ProviderDiagnosis />} />;
}

type PageProps = { title: string; lead: string; content: ReactNode };

function DiagnosticPage(page: PageProps) {
  return <ManagerOnly>{() => <DiagnosticContent {...page} />}</ManagerOnly>;
}

/** Shows its page to admins whose username begins with `admin_`. */
function ManagerOnly({ children }: { children: (admin: User) => ReactNode }) {
  return (
    <AdminOnly>
      {(admin) => (managesSubscriptions(admin.username) ? children(admin) : <DeniedPage />)}
    </AdminOnly>
  );
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
