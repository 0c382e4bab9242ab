import { chakra } from "@chakra-ui/react/styled-system";
import { useSearchParams } from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { HundredTicks } from "#/components/betting/hundred-ticks.tsx";
import { PriceScale } from "#/components/betting/price-scale.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { trialPath } from "#/components/layout/nav-links.ts";
import { ButtonLink, Link } from "#/components/ui/link.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { CheckList } from "#/components/data/check-list.tsx";
import { LateSample } from "#/app/late-sample.tsx";
import { benefits, layoutMessages } from "#/shared/messages.ts";
import { howItWorksMessages } from "#/features/marketing/messages.ts";

const Layout = chakra("div", {
  base: {
    display: "grid",
    justifyContent: "center",
    gap: 4,
    columnGap: 12,
    gridTemplateColumns: { base: "minmax(0, 66ch)", lg: "minmax(0, 66ch) 360px" },
    gridTemplateAreas: { base: '"steps" "sample" "more"', lg: '"steps sample" "more sample"' },
  },
});
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

/** What the product does, step by step; `?auth=true` leaves the subscription out. */
export function HowItWorksPage() {
  usePageTitle(howItWorksMessages.title);
  const [query] = useSearchParams();
  return (
    <Container size="plans" py={{ base: 6, md: 10 }}>
      <Layout>
        <chakra.div gridArea="steps">
          <Heading>{howItWorksMessages.title}</Heading>
          <chakra.p textStyle="lead" color="fg.muted" mt={2} mb={6}>
            {howItWorksMessages.lead}
          </chakra.p>
          <Steps>
            {howItWorksMessages.steps.map(({ title, text, ...step }, index) => (
              <Step key={title}>
                <chakra.span textStyle="numLg" color="accent.fg" aria-hidden>
                  {index + 1}
                </chakra.span>
                <div>
                  <Title>{title}</Title>
                  <Text>{text}</Text>
                  {"price" in step && (
                    <chakra.div mt={3} maxWidth="360px">
                      <PriceScale {...step.price} />
                    </chakra.div>
                  )}
                  {"wins" in step && (
                    <chakra.div mt={3} maxWidth="360px">
                      <HundredTicks probability={step.wins} />
                    </chakra.div>
                  )}
                  {"link" in step && (
                    <Link to={step.link.to} display="inline-flex" mt={2}>
                      {step.link.label}
                    </Link>
                  )}
                </div>
              </Step>
            ))}
          </Steps>
        </chakra.div>
        {/* Beside the first steps, or below the screen: it arrives late. */}
        <chakra.div gridArea="sample">
          <chakra.div position="sticky" top="80px">
            <LateSample />
          </chakra.div>
        </chakra.div>
        <chakra.div gridArea="more" display="grid" gap={4}>
          <Panel title={howItWorksMessages.limitsTitle}>
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
          {query.get("auth") !== "true" && <Premium />}
        </chakra.div>
      </Layout>
    </Container>
  );
}

function Premium() {
  return (
    <Panel title={howItWorksMessages.benefitsTitle}>
      <PanelBody>
        <CheckList items={benefits} color="fg.muted" />
        <chakra.p mt={3} mb={4} color="fg.muted">
          {howItWorksMessages.benefitsLead}
        </chakra.p>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={4}>
          <ButtonLink to={trialPath} variant="primary">
            {layoutMessages.startTrial}
          </ButtonLink>
          <Link to="/subscription">{howItWorksMessages.seePlans}</Link>
        </chakra.div>
      </PanelBody>
    </Panel>
  );
}
