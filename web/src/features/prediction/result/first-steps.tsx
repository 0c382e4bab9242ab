import { chakra } from "@chakra-ui/react/styled-system";
import { Link } from "#/components/ui/link.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";

// Not among the feature's texts, because only new users need them.
const messages = {
  title: "How to start",
  steps: [
    {
      title: "Ask for a pick",
      text: "Choose a stake, a sport and a risk level, then press Generate Prediction.",
    },
    {
      title: "Compare two figures",
      text: "Break-even is how often the bet must win to pay for itself. Our estimate is how often we expect it to win. If our estimate is lower, the price is too high.",
      link: { to: "/how-it-works", label: "How we estimate" },
    },
    {
      title: "See the result",
      text: "We settle each pick after its games: won, lost, or stake back.",
      link: { to: "/history", label: "My predictions" },
    },
  ],
} as const;

const Step = chakra("li", {
  base: { display: "grid", gridTemplateColumns: "24px 1fr", columnGap: 2 },
});

/** What a user without predictions can do, what the figures mean and where results appear. */
export function FirstSteps() {
  return (
    <Panel title={messages.title} height="full">
      <PanelBody>
        <chakra.ol listStyle="none" p={0} display="grid" gap={5} maxWidth="56ch">
          {messages.steps.map(({ title, text, ...step }, index) => (
            <Step key={title}>
              <chakra.span textStyle="numLg" color="accent.fg" aria-hidden>
                {index + 1}
              </chakra.span>
              <div>
                <chakra.h3 textStyle="h3">{title}</chakra.h3>
                <chakra.p color="fg.muted" mt={1}>
                  {text}
                </chakra.p>
                {"link" in step && (
                  <Link to={step.link.to} display="inline-flex" mt={1}>
                    {step.link.label}
                  </Link>
                )}
              </div>
            </Step>
          ))}
        </chakra.ol>
      </PanelBody>
    </Panel>
  );
}
