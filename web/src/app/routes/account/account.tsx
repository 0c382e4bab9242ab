import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import type { User } from "@orbline/proto/http/identity/user";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { ActivityPanel } from "#/features/account/activity-panel.tsx";
import { DisplayPanel } from "#/features/account/display-panel.tsx";
import { DataPanel } from "#/features/account/data-panel.tsx";
import { ProfilePanel } from "#/features/account/profile-panel.tsx";
import { SecondFactorPanel } from "#/features/account/second-factor-panel.tsx";
import { SessionsPanel } from "#/features/account/sessions-panel.tsx";
import { forgetUser, useRememberUser } from "#/features/auth/api.ts";
import { InvoicesPanel } from "#/features/subscription/invoices-panel.tsx";
import { PlanPanel } from "#/features/subscription/plan-panel.tsx";
import { useDisplay } from "#/lib/display.ts";
import { notify } from "#/stores/notice-store.ts";
import { Protected } from "#/app/protected.tsx";
import { messages } from "#/features/account/messages.ts";

/** The signed-in user's plan and invoices, profile, sessions and data. */
export function AccountPage() {
  usePageTitle(messages.title);
  return (
    <Protected>
      {(user) => (
        <Container size="plans" py={{ base: 6, md: 10 }}>
          <Heading>{messages.title}</Heading>
          <chakra.p color="fg.muted" mt={1} mb={5}>
            {messages.lead}
          </chakra.p>
          <Panels user={user} />
        </Container>
      )}
    </Protected>
  );
}

function Panels({ user }: { user: User }) {
  // The dates of all panels follow the chosen time zone.
  useDisplay();
  const client = useQueryClient();
  const navigate = useNavigate();
  const onUser = useRememberUser();
  const onDeleted = () => {
    notify({ title: messages.deletedTitle, description: messages.deleted });
    forgetUser(client);
    void navigate("/auth");
  };
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 420px" }}
      alignItems="start"
      gap={4}
    >
      <Box display="grid" gap={4} minWidth={0}>
        <PlanPanel />
        <InvoicesPanel />
        <SessionsPanel user={user} />
        <SecondFactorPanel user={user} />
        <ActivityPanel />
      </Box>
      <Box display="grid" gap={4} minWidth={0}>
        <ProfilePanel user={user} onUser={onUser} />
        <DisplayPanel />
        <DataPanel user={user} onDeleted={onDeleted} />
      </Box>
    </Box>
  );
}
