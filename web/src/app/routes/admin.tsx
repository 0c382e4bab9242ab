import { useQuery } from "@tanstack/react-query";
import { ShieldX } from "lucide-react";
import { Container } from "../../components/layout/container.tsx";
import { usePageTitle } from "../../components/layout/page-title.ts";
import { Heading } from "../../components/ui/heading.tsx";
import { EmptyState, LoadingState } from "../../components/ui/states.tsx";
import { Tabs } from "../../components/ui/tabs.tsx";
import { SubscriptionsTab } from "../../features/admin/components/subscriptions-tab.tsx";
import { currentUserQuery } from "../../features/auth/api.ts";
import { adminTexts as texts } from "../../texts/admin.ts";
import { isAdmin } from "../visitor.ts";

const AccessDenied = ({ isPage = false }: { isPage?: boolean }) => (
  <EmptyState icon={<ShieldX size={24} />} title={texts.denied} isPage={isPage} />
);

/** The dashboard, for admins; its Subscriptions tab is for `admin_` names. */
export const AdminPage = () => {
  usePageTitle(texts.title);
  const { data: user, isPending } = useQuery(currentUserQuery);
  if (isPending) return <LoadingState />;
  if (!user || !isAdmin(user)) return <AccessDenied isPage />;
  const content = user.username.startsWith("admin_") ? <SubscriptionsTab /> : <AccessDenied />;
  return (
    <Container py={6}>
      <Heading>{texts.title}</Heading>
      <Tabs
        label={texts.tabs}
        value="subscriptions"
        onChange={() => undefined}
        tabs={[{ value: "subscriptions", label: texts.subscriptions, content }]}
      />
    </Container>
  );
};
