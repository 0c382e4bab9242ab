import { chakra } from "@chakra-ui/react/styled-system";
import { FactList } from "#/components/data/fact-list.tsx";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { ExternalButtonLink, Link } from "#/components/ui/link.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { site } from "#/lib/site.ts";
import { cancelAccountMessages } from "#/features/marketing/messages.ts";

/** How to cancel by e-mail. */
export function CancelAccountPage() {
  usePageTitle(cancelAccountMessages.title);
  const href = `mailto:${site.supportEmail}?subject=${encodeURIComponent(cancelAccountMessages.subject)}`;
  return (
    <Container size="text" py={{ base: 6, md: 10 }}>
      <Heading mb={5}>{cancelAccountMessages.title}</Heading>
      <Panel as="div">
        <PanelBody textStyle="bodyLg" color="fg.muted">
          <p>{cancelAccountMessages.lead}</p>
          <FactList facts={cancelAccountMessages.items} my={3} />
          <chakra.p color="fg" fontWeight={600}>
            {cancelAccountMessages.processed}
          </chakra.p>
          <ExternalButtonLink
            href={href}
            mt={5}
            maxWidth="full"
            height="auto"
            minHeight="44px"
            py={2}
            whiteSpace="normal"
          >
            {cancelAccountMessages.write}: {site.supportEmail}
          </ExternalButtonLink>
          <chakra.p mt={5}>
            {cancelAccountMessages.orBefore}{" "}
            <Link to="/account">{cancelAccountMessages.orAccount}</Link>
            {cancelAccountMessages.orAfter}
          </chakra.p>
        </PanelBody>
      </Panel>
    </Container>
  );
}
