import { Box } from "@chakra-ui/react/box";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { FormPage } from "#/components/layout/form-page.tsx";
import { TestCheckout } from "#/features/checkout/test-checkout.tsx";
import { TestCards } from "#/features/diagnostics/test-cards.tsx";
import { ManagerOnly } from "#/app/manager-only.tsx";
import { messages } from "#/features/checkout/messages.ts";

/** /test-checkout: admins run a checkout of any plan. */
export function TestCheckoutPage() {
  return <ManagerOnly>{({ email }) => <Content accountEmail={email ?? undefined} />}</ManagerOnly>;
}

function Content({ accountEmail }: { accountEmail: string | undefined }) {
  usePageTitle(messages.testTitle);
  return (
    <FormPage title={messages.testTitle} lead={messages.directLead} bare>
      <Box display="grid" gap={4}>
        <TestCheckout accountEmail={accountEmail} />
        <TestCards />
      </Box>
    </FormPage>
  );
}
