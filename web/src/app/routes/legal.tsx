import { chakra } from "@chakra-ui/react/styled-system";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { ButtonLink, ExternalButtonLink } from "#/components/ui/link.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { LegalText } from "#/features/marketing/legal-text.tsx";
import { site } from "#/lib/site.ts";
import { helplineMessages, privacy, responsibleGaming, terms } from "#/features/marketing/legal.ts";

export function TermsPage() {
  usePageTitle(terms.title);
  return <LegalText document={terms} />;
}

export function PrivacyPage() {
  usePageTitle(privacy.title);
  return <LegalText document={privacy} />;
}

/** Advice on responsible gaming and the helpline. */
export function ResponsibleGamingPage() {
  usePageTitle(responsibleGaming.title);
  return (
    <LegalText document={responsibleGaming}>
      <ButtonLink to="/account#guardrails" mt={5}>
        {helplineMessages.guardrails}
      </ButtonLink>
      <Panel title={helplineMessages.title} mt={7}>
        <PanelBody>
          <chakra.p color="fg.muted" mb={4}>
            {site.helplineNumber}: {site.helplineText}
          </chakra.p>
          <ExternalButtonLink href={site.helplineUrl}>
            {helplineMessages.call} {site.helplineNumber}
          </ExternalButtonLink>
        </PanelBody>
      </Panel>
    </LegalText>
  );
}
