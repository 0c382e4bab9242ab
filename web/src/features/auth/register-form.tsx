import { chakra } from "@chakra-ui/react/styled-system";
import { Input } from "#/components/form/input.tsx";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { Button } from "#/components/ui/button.tsx";
import { PlanCharges } from "#/components/betting/charge-timeline.tsx";
import { Field } from "#/components/form/field.tsx";
import { PanelBody, Panel } from "#/components/ui/panel.tsx";
import { PasswordInput } from "#/components/form/password-input.tsx";
import {
  registerFormSchema,
  toRegistration,
  type RegisterForm as Values,
  type RegisterFormInput,
  type SignUpPlan,
} from "./registration.ts";
import { useSignUp, type CheckoutSignUp } from "./use-sign-up.ts";
import { Consent } from "./consent.tsx";
import { PasswordChecklist } from "#/components/form/password-checklist.tsx";
import { PlanChoice } from "./plan-choice.tsx";
import { messages } from "./messages.ts";
import { passwordMessages } from "#/texts/password.ts";

const Form = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });
const Pair = chakra("div", {
  base: { display: "grid", gridTemplateColumns: { base: "1fr", md: "1fr 1fr" }, gap: 4 },
});

type RegisterFormProps = {
  affiliateCode: string | undefined;
  now: Date;
  checkout: CheckoutSignUp;
  onLogin: () => void;
  onPlan: (plan: SignUpPlan) => void;
};

/** The register tab: plan, fields, live checklist, consent, and what will be charged when. */
export const RegisterForm = (props: RegisterFormProps) => {
  const { affiliateCode, now, checkout, onLogin, onPlan } = props;
  const signUp = useSignUp(checkout);
  const form = useForm<RegisterFormInput, unknown, Values>({
    resolver: zodResolver(registerFormSchema),
    defaultValues: {
      plan: "trial",
      email: "",
      phone: "",
      username: "",
      password: "",
      confirmPassword: "",
    },
  });
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: "password" });
  const plan = useWatch({ control: form.control, name: "plan" });
  const submit = form.handleSubmit((values) =>
    signUp.submit(toRegistration(values, affiliateCode)),
  );
  const trial = plan === "trial";
  const visibility = {
    showLabel: passwordMessages.showPassword,
    hideLabel: passwordMessages.hidePassword,
  };
  return (
    <Form noValidate onSubmit={(event) => void submit(event)}>
      <PlanChoice
        input={form.register("plan", {
          onChange: (event: { target: { value: SignUpPlan } }) => onPlan(event.target.value),
        })}
      />
      <Pair>
        <Field label={messages.email} error={errors.email?.message}>
          <Input type="email" autoComplete="email" {...form.register("email")} />
        </Field>
        <Field label={messages.phone} error={errors.phone?.message}>
          <Input type="tel" autoComplete="tel" {...form.register("phone")} />
        </Field>
      </Pair>
      <Field label={messages.username} error={errors.username?.message}>
        <Input autoComplete="username" autoCapitalize="none" {...form.register("username")} />
      </Field>
      <Pair>
        <Field label={messages.password} error={errors.password?.message}>
          <PasswordInput
            autoComplete="new-password"
            {...visibility}
            {...form.register("password")}
          />
        </Field>
        <Field label={passwordMessages.confirmPassword} error={errors.confirmPassword?.message}>
          <PasswordInput
            autoComplete="new-password"
            {...visibility}
            {...form.register("confirmPassword")}
          />
        </Field>
      </Pair>
      <PasswordChecklist password={password} />
      <Panel title={messages.sideTitle} bg="bg.well" borderRadius="control" hideFrom="lg">
        <PanelBody>
          <PlanCharges plan={plan} now={now} todayLabel={messages.today} />
          <chakra.p textStyle="small" color="fg.muted" mt={3}>
            {messages.cancelHow}
          </chakra.p>
        </PanelBody>
      </Panel>
      <Consent
        error={errors.consent?.message}
        ending={trial ? messages.consentTrial : messages.consentLifetime}
        {...form.register("consent")}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busyText={signUp.isPending && (trial ? messages.processing : messages.creating)}
      >
        {trial ? messages.startTrial : messages.createAccount}
      </Button>
      <chakra.p textAlign="center" color="fg.muted" textStyle="small">
        {messages.haveAccount}{" "}
        <Button variant="link" size="inline" onClick={onLogin}>
          {messages.signInLink}
        </Button>
      </chakra.p>
    </Form>
  );
};
