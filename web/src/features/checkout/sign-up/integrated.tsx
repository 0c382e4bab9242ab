import { chakra } from "@chakra-ui/react/styled-system";
import type { Register } from "@orbline/proto/http/identity/auth";
import {
  ConsentField,
  EmailField,
  PasswordChecklist,
  PasswordField,
  PhoneField,
  SubmitButton,
  UsernameField,
} from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { planCards } from "#/shared/plans.ts";
import { toRegistration } from "#/shared/sign-up.ts";
import { messages } from "../messages.ts";
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

const choices = [
  { plan: "monthly", to: "/integrated-monthly-checkout", label: messages.integratedMonthly },
  { plan: "annual", to: "/integrated-annual-checkout", label: messages.integratedAnnual },
] as const;

/** The two integrated forms with their prices. */
export function IntegratedChooser() {
  return (
    <chakra.ul listStyle="none" p={0}>
      {choices.map(({ plan, to, label }) => (
        <Row key={plan}>
          <span>
            <chakra.span textStyle="h3" display="block">
              {planCards[plan].name}
            </chakra.span>
            <chakra.span textStyle="num">{planCards[plan].price}</chakra.span>{" "}
            <chakra.span color="fg.muted">{planCards[plan].per}</chakra.span>
          </span>
          <ButtonLink to={to} width={{ base: "full", sm: "176px" }}>
            {label}
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
      {(form) => (
        <>
          <EmailField />
          <UsernameField />
          <PasswordField autoComplete="new-password" />
          <PasswordChecklist password={form.watch("password")} />
          <PhoneField />
          <OrderTerms plan={plan} />
          <ConsentField />
          <SubmitButton busyText={checkout.isPending && messages.processing}>
            {messages.createAndCheckout}
          </SubmitButton>
        </>
      )}
    </Form>
  );
}
