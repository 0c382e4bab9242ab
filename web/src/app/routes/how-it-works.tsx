import { chakra } from "@chakra-ui/react/styled-system";
import { Check } from "lucide-react";
import { useSearchParams } from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { howItWorksMessages } from "#/features/marketing/messages.ts";
import { benefits } from "#/shared/messages.ts";

const Steps = chakra("ol", { base: { listStyle: "none", p: 0 } });
const Step = chakra("li", {
  base: {
    display: "grid",
    gridTemplateColumns: "32px 1fr",
    columnGap: 3,
    py: 5,
    borderTopWidth: "1px",
    borderColor: "line.subtle",
  },
});
const Title = chakra("h2", { base: { textStyle: "h3" } });
const Text = chakra("p", { base: { textStyle: "bodyLg", color: "fg.muted", mt: 1 } });
const Item = chakra("li", { base: { display: "flex", gap: 3, py: 1.5, color: "fg.muted" } });

/** What the product does, step by step; `?auth=true` leaves the subscription out. */
export function HowItWorksPage() {
  usePageTitle(howItWorksMessages.title);
  const [query] = useSearchParams();
  return (
    <Container size="text" py={{ base: 6, md: 10 }}>
      <Heading>{howItWorksMessages.title}</Heading>
      <chakra.p textStyle="lead" color="fg.muted" mt={2} mb={6}>
        {howItWorksMessages.lead}
      </chakra.p>
      <Steps>
        {howItWorksMessages.steps.map(({ title, text }, index) => (
          <Step key={title}>
            <chakra.span textStyle="numLg" color="accent.fg" aria-hidden>
              {index + 1}
            </chakra.span>
            <div>
              <Title>{title}</Title>
              <Text>{text}</Text>
            </div>
          </Step>
        ))}
      </Steps>
      <Panel title={howItWorksMessages.limitsTitle} mt={4}>
        <PanelBody>
          <chakra.ul ps={5} listStyleType="disc" color="fg.muted">
            {howItWorksMessages.limits.map((limit) => (
              <chakra.li key={limit} py={1}>
                {limit}
              </chakra.li>
            ))}
          </chakra.ul>
        </PanelBody>
      </Panel>
      {query.get("auth") !== "true" && <Benefits />}
    </Container>
  );
}

function Benefits() {
  return (
    <Panel title={howItWorksMessages.benefitsTitle} mt={4}>
      <PanelBody>
        <chakra.ul listStyle="none" p={0}>
          {benefits.map((benefit) => (
            <Item key={benefit}>
              <chakra.span color="accent.fg" pt="3px" aria-hidden>
                <Check size={16} />
              </chakra.span>
              {benefit}
            </Item>
          ))}
        </chakra.ul>
        <chakra.p mt={3} mb={4} color="fg.muted">
          {howItWorksMessages.benefitsLead}
        </chakra.p>
        <ButtonLink to="/subscription" variant="primary">
          {howItWorksMessages.seePlans}
        </ButtonLink>
      </PanelBody>
    </Panel>
  );
}
