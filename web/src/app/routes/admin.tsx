import { managesSubscriptions } from "@orbline/proto/constants/admin-names";
import { ShieldX } from "lucide-react";
import { lazy, Suspense, type FC } from "react";
import { useSearchParams } from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { EmptyState, LoadingState } from "#/components/feedback/states.tsx";
import { Tabs } from "#/components/ui/tabs.tsx";
import { UsersTab } from "#/features/admin/users/users-tab.tsx";
import { AdminOnly, Protected } from "#/app/protected.tsx";
import { accessDenied, DeniedPage } from "#/features/admin/denied-page.tsx";
import { messages } from "#/features/admin/messages.ts";

const OverviewTab = lazyTab(() => import("#/features/admin/overview-tab.tsx"), "OverviewTab");
const DatabaseTab = lazyTab(() => import("#/features/admin/database-tab.tsx"), "DatabaseTab");
const PaymentsTab = lazyTab(() => import("#/features/admin/payments-tab.tsx"), "PaymentsTab");
const RevenueTab = lazyTab(() => import("#/features/admin/revenue-tab.tsx"), "RevenueTab");
const WebhooksTab = lazyTab(() => import("#/features/admin/webhooks-tab.tsx"), "WebhooksTab");
const RatingsTab = lazyTab(() => import("#/features/admin/ratings-tab.tsx"), "RatingsTab");
const SecurityTab = lazyTab(() => import("#/features/admin/security-tab.tsx"), "SecurityTab");
const AuditTab = lazyTab(() => import("#/features/admin/audit-tab.tsx"), "AuditTab");

const AccessDenied = () => <EmptyState icon={<ShieldX size={24} />} title={accessDenied} />;

/** The admin dashboard. Its tabs of subscriptions and money require a username that begins with `admin_`. */
export function AdminPage() {
  usePageTitle(messages.title);
  return (
    <Protected>
      {() => (
        <AdminOnly denied={<DeniedPage />}>
          {({ username }) => (
            <Container py={6}>
              <Heading>{messages.title}</Heading>
              <Areas isManager={managesSubscriptions(username)} />
            </Container>
          )}
        </AdminOnly>
      )}
    </Protected>
  );
}

function areas(isManager: boolean) {
  return [
    {
      value: "overview",
      label: messages.overview,
      content: isManager ? <OverviewTab /> : <AccessDenied />,
    },
    { value: "database", label: messages.database, content: <DatabaseTab /> },
    {
      value: "subscriptions",
      label: messages.subscriptions,
      content: isManager ? <UsersTab /> : <AccessDenied />,
    },
    {
      value: "payments",
      label: messages.payments,
      content: isManager ? <PaymentsTab /> : <AccessDenied />,
    },
    {
      value: "revenue",
      label: messages.revenue,
      content: isManager ? <RevenueTab /> : <AccessDenied />,
    },
    {
      value: "webhooks",
      label: messages.webhooks,
      content: isManager ? <WebhooksTab /> : <AccessDenied />,
    },
    { value: "ratings", label: messages.ratings, content: <RatingsTab /> },
    {
      value: "security",
      label: messages.security,
      content: isManager ? <SecurityTab /> : <AccessDenied />,
    },
    { value: "audit", label: messages.audit, content: <AuditTab /> },
  ] as const;
}

function Areas({ isManager }: { isManager: boolean }) {
  const [query, setQuery] = useSearchParams();
  const tabs = areas(isManager);
  const first = isManager ? "overview" : "subscriptions";
  const chosen = tabs.find(({ value }) => value === query.get("tab"))?.value ?? first;
  return (
    <Tabs
      label={messages.tabs}
      value={chosen}
      onChange={(tab) => setQuery({ tab }, { replace: true })}
      tabs={tabs}
    />
  );
}

/** A tab whose code loads when it is first shown. */
function lazyTab<Name extends string>(load: () => Promise<Record<Name, FC>>, name: Name): FC {
  const Content = lazy<FC>(async () => ({ default: (await load())[name] }));
  return () => (
    <Suspense fallback={<LoadingState />}>
      <Content />
    </Suspense>
  );
}
