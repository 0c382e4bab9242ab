import { Box } from "@chakra-ui/react/box";
import { lazy, Suspense } from "react";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { LoadingState } from "#/components/feedback/states.tsx";
import { FormPage } from "#/components/layout/form-page.tsx";
import { ManagerOnly } from "#/app/manager-only.tsx";
import { messages } from "#/features/checkout/messages.ts";

// Admins alone need the form, and the cards below it.
const TestCheckout = lazy(async () => ({
  default: (await import("#/features/checkout/test-checkout.tsx")).TestCheckout,
}));
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
        <Suspense fallback={<LoadingState />}>
          <TestCheckout accountEmail={accountEmail} />
          <TestCards />
        </Suspense>
      </Box>
    </FormPage>
  );
}
