import { chakra } from "@chakra-ui/react/styled-system";
import type { Register } from "@orbline/proto/http/identity/auth";
import { useWatch } from "react-hook-form";
import { PlanCharges } from "#/components/betting/charge-timeline.tsx";
import {
  ConsentField,
  EmailField,
  NewPasswordFields,
  PhoneField,
  SubmitButton,
  UsernameField,
} from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { Button } from "#/components/ui/button.tsx";
import { PlanField } from "#/components/form/plan-cards.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { fieldNames } from "#/shared/messages.ts";
import { reportFreeSignUp } from "#/shared/referral.ts";
import { signUpPlans, toRegistration, type SignUpPlan } from "#/shared/sign-up.ts";
import { notify, notifyFailure } from "#/stores/toast-store.ts";
import { useSignIn } from "./api.ts";
import { messages } from "./messages.ts";

const Pair = chakra("div", {
  base: { display: "grid", gridTemplateColumns: { base: "1fr", md: "1fr 1fr" }, gap: 4 },
});

const defaults = {
  email: "",
  phone: "",
  username: "",
  password: "",
  confirmPassword: "",
  consent: false,
} as const;

export type RegisterTabProps = {
  now: Date;
  /** The plan that is chosen at first. */
  firstPlan: SignUpPlan;
  onLogin: () => void;
  onPlan: (plan: SignUpPlan) => void;
};
type RegisterFormProps = RegisterTabProps & {
  /** Registers and opens a checkout in one call. The route passes it in from the checkout feature. */
  checkout: { start: (registration: Register) => void; isPending: boolean; error: unknown };
};

/** The register tab: plan, fields, password rules, consent, and the charges. A checkout opens only with an email. */
export function RegisterForm({ now, firstPlan, checkout, onLogin, onPlan }: RegisterFormProps) {
  const register = useSignIn("POST /api/register");
  const submit = (registration: Register) => {
    if (registration.email !== undefined)
      return checkout.start({ ...registration, subscribe: true });
    return register.mutate(registration, {
      onSuccess: (user) => {
        notify({ title: messages.accountCreated, description: messages.accountReady });
        reportFreeSignUp(user, "auth_page");
      },
      onError: notifyFailure(messages.registrationFailed),
    });
  };
  return (
    <Form
      schema={async () => (await import("./forms.ts")).registerFormSchema}
      defaults={{ ...defaults, plan: firstPlan }}
      error={register.error ?? checkout.error}
      onSubmit={(values) => submit(toRegistration(values, "auth_page"))}
    >
      <PlanField plans={signUpPlans} onPlan={onPlan} />
      <Pair>
        <EmailField />
        <PhoneField />
      </Pair>
      <UsernameField />
      <Pair>
        <NewPasswordFields label={fieldNames.password} />
      </Pair>
      <Ending now={now} isPending={register.isPending || checkout.isPending} />
      <chakra.p textAlign="center" color="fg.muted" textStyle="small">
        {messages.haveAccount}{" "}
        <Button variant="link" size="inline" onClick={onLogin}>
          {messages.signInLink}
        </Button>
      </chakra.p>
    </Form>
  );
}

/** The parts that follow the chosen plan. */
function Ending({ now, isPending }: { now: Date; isPending: boolean }) {
  const plan = useWatch<{ plan: SignUpPlan }, "plan">({ name: "plan" });
  const isTrial = plan === "trial";
  return (
    <>
      <Panel title={messages.sideTitle} bg="bg.well" borderRadius="control" hideFrom="lg">
        <PanelBody>
          <PlanCharges plan={plan} now={now} todayLabel={messages.today} />
          {isTrial && (
            <chakra.p textStyle="small" color="fg.muted" mt={3}>
              {messages.cancelHow}
            </chakra.p>
          )}
        </PanelBody>
      </Panel>
      <ConsentField ending={isTrial ? messages.consentTrial : messages.consentLifetime} />
      <SubmitButton busyText={isPending && (isTrial ? messages.processing : messages.creating)}>
        {isTrial ? messages.startTrial : messages.createAccount}
      </SubmitButton>
    </>
  );
}
