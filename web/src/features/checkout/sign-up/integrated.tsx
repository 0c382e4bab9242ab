import { chakra } from "@chakra-ui/react/styled-system";
import { planTerms, priceText } from "@orbline/proto/constants/plans";
import type { Register } from "@orbline/proto/http/identity/auth";
import {
  ConsentField,
  EmailField,
  NewPasswordField,
  PhoneField,
  SubmitButton,
  UsernameField,
} from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { monthlyOrAnnual, planCards, quotes } from "#/shared/plans.ts";
import { toRegistration } from "#/shared/sign-up.ts";
import { messages } from "../messages.ts";
import { SecurePage } from "../order-notes.tsx";
import { OrderTerms } from "../order-terms.tsx";
import { notifyRefusal, type Checkout } from "../use-checkout.ts";

const Row = chakra("li", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: 3,
    py: 4,
    "&:not(:last-child)": { borderBottom: "1px solid {colors.line.subtle}" },
    _first: { pt: 0 },
    _last: { pb: 0 },
  },
});

/** Texts of the integrated checkout. Only its pages load them. */
export const integratedMessages = {
  title: "Integrated Checkout",
  lead: `${monthlyOrAnnual}. Create your account and pay in one step.`,
  dueToday: (sum: string) => `${sum} due today. Cancel anytime.`,
  forms: {
    monthly: {
      title: "Monthly checkout",
      lead: `Monthly plan, ${quotes.monthly} a month. Create your account, then pay.`,
      other: "Rather pay once a year?",
    },
    annual: {
      title: "Annual checkout",
      lead: `Annual plan, ${quotes.annual} a year. Create your account, then pay.`,
      other: "Rather pay each month?",
    },
  },
} as const;

/** The addresses of the two forms. */
export const integratedPaths = {
  monthly: "/integrated-monthly-checkout",
  annual: "/integrated-annual-checkout",
} as const;

const choices = ["monthly", "annual"] as const;

/** The two integrated forms with their prices. */
export function IntegratedChooser() {
  return (
    <chakra.ul listStyle="none" p={0}>
      {choices.map((plan) => (
        <Row key={plan}>
          <span>
            <chakra.span textStyle="h3" display="block">
              {planCards[plan].name}
            </chakra.span>
            <chakra.span textStyle="num">{planCards[plan].price}</chakra.span>{" "}
            <chakra.span color="fg.muted">
              {planCards[plan].per}
              {plan === "annual" && ` · ${planCards.annual.note}`}
            </chakra.span>
            <chakra.span display="block" mt={1} textStyle="small" color="fg.muted">
              {integratedMessages.dueToday(priceText(planTerms[plan].dueTodayCents))}
            </chakra.span>
          </span>
          <ButtonLink to={integratedPaths[plan]} width={{ base: "full", sm: "176px" }}>
            {integratedMessages.forms[plan].title}
          </ButtonLink>
        </Row>
      ))}
    </chakra.ul>
  );
}

const empty = { email: "", username: "", password: "", phone: "", consent: false };

type IntegratedFormProps = { plan: "monthly" | "annual"; checkout: Checkout<Register> };

/** An account and the checkout of one plan in one form; every field is required. */
export function IntegratedForm({ plan, checkout }: IntegratedFormProps) {
  return (
    <Form
      schema={async () => (await import("../forms.ts")).integratedSchema}
      defaults={{ ...empty, plan }}
      error={checkout.error}
      onSubmit={(values) => checkout.start(toRegistration(values, `integrated_${plan}_checkout`))}
      onInvalid={({ email, username, password, phone }) => {
        if (!(email && username && password && phone)) notifyRefusal(messages.allFieldsRequired);
      }}
    >
      <EmailField />
      <UsernameField />
      <NewPasswordField />
      <PhoneField />
      <OrderTerms plan={plan} />
      <ConsentField />
      <SubmitButton busyText={checkout.isPending && messages.processing}>
        {messages.createAndCheckout}
      </SubmitButton>
      <SecurePage />
    </Form>
  );
}
