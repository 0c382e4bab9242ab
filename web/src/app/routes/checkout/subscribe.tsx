import { usePageTitle } from "#/components/layout/page-title.ts";
import { LoadingState } from "#/components/feedback/states.tsx";
import { FormPage } from "#/components/layout/form-page.tsx";
import { OrderPanel } from "#/features/checkout/order-panel.tsx";
import { Subscribe } from "#/features/checkout/subscribe.tsx";
import { HasPlan, TrialLine } from "#/features/checkout/order-notes.tsx";
import { LateSample } from "#/app/late-sample.tsx";
import { messages } from "#/features/checkout/messages.ts";
import { PlanPage, useSubscription } from "./current-plan.tsx";

/** /subscribe: the subscribe component on a page of its own. */
export function SubscribePage() {
  usePageTitle(messages.subscribe);
  const { user, isLoading, hasAccess, hasPlan, isExcluded } = useSubscription();
  if (isLoading) return <LoadingState />;
  if (hasPlan || isExcluded) return <PlanPage title={messages.subscribe} hasPlan={hasPlan} />;
  const accountEmail = user?.email ?? undefined;
  const trial = accountEmail === undefined ? <TrialLine /> : undefined;
  return (
    <FormPage
      title={messages.subscribe}
      lead={messages.subscribeLead}
      foot={hasAccess ? <HasPlan /> : trial}
      sample={<LateSample />}
    >
      <Subscribe accountEmail={accountEmail} source="subscribe_page" />
    </FormPage>
  );
}

/** /space-fix-checkout: one direct checkout button. */
export function QuickCheckoutPage() {
  usePageTitle(messages.quickTitle);
  const { user, isLoading, hasAccess, hasPlan, isExcluded } = useSubscription();
  if (isLoading) return <LoadingState />;
  if (hasPlan || isExcluded) return <PlanPage title={messages.quickTitle} hasPlan={hasPlan} />;
  const accountEmail = user?.email ?? undefined;
  return (
    <FormPage
      title={messages.quickTitle}
      lead={messages.quickLead}
      foot={accountEmail === undefined ? <TrialLine /> : undefined}
      sample={<LateSample />}
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
