import { chakra } from "@chakra-ui/react/styled-system";
import { trialPath } from "#/components/layout/nav-links.ts";
import { ButtonLink, Link } from "#/components/ui/link.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { layoutMessages } from "#/shared/messages.ts";
import { quotes } from "#/shared/plans.ts";

// Not among the feature's texts, because the record log needs none of them.
const messages = {
  title: "See the price behind any bet",
  text: "Orbline compares the odds with our estimate and says how often a bet loses. Each pick is in the public record once its last game has ended.",
  price: `The trial costs ${quotes.trialTerms}.`,
  check: "Check a price without an account",
} as const;

/** What the product is and how to try it, for a visitor who opened a shared pick. */
export function Trial() {
  return (
    <Panel title={messages.title}>
      <PanelBody display="grid" gap={4}>
        <chakra.p color="fg.muted">
          {messages.text} {messages.price}
        </chakra.p>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={4}>
          <ButtonLink to={trialPath} variant="primary">
            {layoutMessages.startTrial}
          </ButtonLink>
          <Link to="/check">{messages.check}</Link>
        </chakra.div>
      </PanelBody>
    </Panel>
  );
}
