import { chakra } from "@chakra-ui/react/styled-system";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { noticeMessages as messages } from "#/features/prediction/notices/messages.ts";
import { NoticeList } from "#/features/prediction/notices/notice-list.tsx";
import { Protected } from "#/app/protected.tsx";

/** How the user's latest predictions ended. */
export function NoticesPage() {
  usePageTitle(messages.title);
  return (
    <Protected>
      {() => (
        <Container size="plans" py={6}>
          <Heading>{messages.title}</Heading>
          <chakra.p color="fg.muted" mt={1} mb={4}>
            {messages.lead}
          </chakra.p>
          <NoticeList />
        </Container>
      )}
    </Protected>
  );
}
