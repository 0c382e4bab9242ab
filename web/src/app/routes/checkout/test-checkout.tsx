import { Box } from "@chakra-ui/react/box";
import { lazy, Suspense } from "react";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { FormPage } from "#/components/layout/form-page.tsx";
import { TestCheckout } from "#/features/checkout/test-checkout.tsx";
import { ManagerOnly } from "#/app/manager-only.tsx";
import { messages } from "#/features/checkout/messages.ts";

// Below the form, so that it need not come with the page.
const TestCards = lazy(async () => ({
  default: (await import("#/features/diagnostics/test-cards.tsx")).TestCards,
}));

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
        <Suspense>
          <TestCards />
        </Suspense>
      </Box>
    </FormPage>
  );
}
