import { chakra } from "@chakra-ui/react/styled-system";
import type { Plan } from "@orbline/proto/constants/plans";
import { renewalText } from "#/shared/plans.ts";
import { messages } from "./messages.ts";

const Note = chakra("div", {
  base: {
    p: 3,
    bg: "bg.well",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "control",
    textStyle: "small",
    textWrap: "balance",
    color: "fg.muted",
  },
});

/** The renewal sum and the way to cancel, within sight of a pay button. */
export const RenewalNote = ({ plan }: { plan: Plan }) => (
  <Note>
    <chakra.strong display="block" color="fg" fontWeight={600}>
      {renewalText(plan)}
    </chakra.strong>
    {plan === "trial" && `${messages.trialCancel} `}
    {plan !== "lifetime" && messages.cancelHow}
  </Note>
);
