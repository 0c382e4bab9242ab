import { chakra } from "@chakra-ui/react/styled-system";
import { planTerms, type Plan } from "@orbline/proto/constants/plans";
import { day, money } from "#/lib/format.ts";
import { useHydrated } from "#/lib/use-hydrated.ts";
import { chargesOf, planCards, renewalText } from "#/shared/plans.ts";
import { messages } from "./messages.ts";

const Line = chakra("div", {
  base: {
    display: "flex",
    justifyContent: "space-between",
    gap: 3,
    py: 2,
    color: "fg.muted",
    borderBottomWidth: "1px",
    borderColor: "line.subtle",
    _last: { borderBottomWidth: 0 },
  },
});
const Sum = chakra("dd", { base: { textStyle: "num", color: "fg" } });

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

/** Today's charge, the next one, the renewal and how to cancel, within sight of every pay button. */
export function OrderTerms({ plan }: { plan: Plan }) {
  return (
    <>
      <Lines plan={plan} />
      <RenewalNote plan={plan} />
    </>
  );
}

function Lines({ plan }: { plan: Plan }) {
  const hydrated = useHydrated();
  const next = chargesOf(plan, new Date())[1];
  return (
    <dl>
      <Line color="fg" fontWeight={600} alignItems="center">
        <dt>
          {messages.dueToday}
          <chakra.span fontWeight={400} color="fg.muted">
            {" "}
            · {planCards[plan].name}
          </chakra.span>
        </dt>
        <Sum textStyle="numLg">{money(planTerms[plan].dueTodayCents / 100)}</Sum>
      </Line>
      {next?.date !== undefined && (
        <Line>
          <dt>
            {messages.nextCharge} {hydrated && day(next.date)}
          </dt>
          <Sum>{money(next.cents / 100)}</Sum>
        </Line>
      )}
    </dl>
  );
}

function RenewalNote({ plan }: { plan: Plan }) {
  return (
    <Note>
      <chakra.strong display="block" color="fg" fontWeight={600}>
        {renewalText(plan)}
      </chakra.strong>
      {plan === "trial" && `${messages.trialCancel} `}
      {plan !== "lifetime" && messages.cancelHow}
    </Note>
  );
}
