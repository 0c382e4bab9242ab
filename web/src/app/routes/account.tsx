import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import type { User } from "@orbline/proto/http/user";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { DataPanel } from "#/features/account/components/data-panel.tsx";
import { ProfilePanel } from "#/features/account/components/profile-panel.tsx";
import { SessionsPanel } from "#/features/account/components/sessions-panel.tsx";
import { forgetUser, rememberUser } from "#/features/auth/api.ts";
import { InvoicesPanel } from "#/features/subscription/components/invoices-panel.tsx";
import { PlanPanel } from "#/features/subscription/components/plan-panel.tsx";
import { notify } from "#/stores/notice-store.ts";
import { accountTexts as texts } from "#/texts/account.ts";
import { Protected } from "#/app/protected.tsx";

const Panels = ({ user }: { user: User }) => {
  const client = useQueryClient();
  const navigate = useNavigate();
  const onUser = (changed: User) => rememberUser(client, changed);
  const onDeleted = () => {
    notify({ title: texts.deletedTitle, description: texts.deleted });
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
      </Box>
      <Box display="grid" gap={4} minWidth={0}>
        <ProfilePanel user={user} onUser={onUser} />
        <DataPanel user={user} onDeleted={onDeleted} />
      </Box>
    </Box>
  );
};

/** The signed-in user's plan and bills, profile, sessions and data. */
export const AccountPage = () => {
  usePageTitle(texts.title);
  return (
    <Protected>
      {(user) => (
        <Container size="plans" py={{ base: 6, md: 10 }}>
          <Heading>{texts.title}</Heading>
          <chakra.p color="fg.muted" mt={1} mb={5}>
            {texts.lead}
          </chakra.p>
          <Panels user={user} />
        </Container>
      )}
    </Protected>
  );
};
