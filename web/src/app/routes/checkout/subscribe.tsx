import { useQuery } from "@tanstack/react-query";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { LoadingState } from "#/components/feedback/states.tsx";
import { currentUserQuery, useAccountEmail } from "#/features/auth/api.ts";
import { FormPage } from "#/components/layout/form-page.tsx";
import { OrderPanel } from "#/features/checkout/order-panel.tsx";
import { Subscribe } from "#/features/checkout/subscribe.tsx";
import { isSubscribed, subscriptionStatusQuery } from "#/features/subscription/status.ts";
import { HasPlan, TrialLine } from "#/features/checkout/order-notes.tsx";
import { messages } from "#/features/checkout/messages.ts";

/** /subscribe: the subscribe component on a page of its own. */
export function SubscribePage() {
  usePageTitle(messages.subscribe);
  const { data: user, isPending } = useQuery(currentUserQuery);
  const hasAccess = useHasAccess();
  if (isPending) return <LoadingState />;
  const accountEmail = user?.email ?? undefined;
  const trial = accountEmail === undefined ? <TrialLine /> : undefined;
  return (
    <FormPage
      title={messages.subscribe}
      lead={messages.directLead}
      foot={hasAccess ? <HasPlan /> : trial}
    >
      <Subscribe accountEmail={accountEmail} source="subscribe_page" />
    </FormPage>
  );
}

/** /space-fix-checkout: one direct checkout button. */
export function QuickCheckoutPage() {
  usePageTitle(messages.quickTitle);
  const accountEmail = useAccountEmail();
  const hasAccess = useHasAccess();
  return (
    <FormPage
      title={messages.quickTitle}
      lead={messages.quickLead}
      foot={accountEmail === undefined ? <TrialLine /> : undefined}
      bare
    >
      <OrderPanel
        plan="monthly"
        accountEmail={accountEmail}
        note={hasAccess && <HasPlan />}
        source="space_fix_checkout"
        emptyEmailText={messages.emailRequired}
      />
    </FormPage>
  );
}

/** Whether the user has a subscription already, which a checkout would refuse. */
function useHasAccess(): boolean {
  const { data: user } = useQuery(currentUserQuery);
  const { data: status } = useQuery({ ...subscriptionStatusQuery, enabled: Boolean(user) });
  return isSubscribed(status);
}
