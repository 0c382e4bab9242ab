import type { Register } from "@orbline/proto/http/identity/auth";
import {
  ConsentField,
  EmailField,
  PasswordField,
  PhoneField,
  SubmitButton,
  UsernameField,
} from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { toRegistration } from "#/shared/sign-up.ts";
import { notify } from "#/stores/notice-store.ts";
import { messages } from "../messages.ts";
import { RenewalNote } from "../order-notes.tsx";
import type { Checkout } from "../use-checkout.ts";

const empty = { email: "", username: "", password: "", phone: "", consent: false };

type IntegratedFormProps = { plan: "monthly" | "annual"; checkout: Checkout<Register> };

/** An account and the checkout of one plan in one form; every field is required. */
export function IntegratedForm({ plan, checkout }: IntegratedFormProps) {
  return (
    <Form
      schema={async () => (await import("../forms.ts")).integratedSchema}
      defaults={{ ...empty, plan }}
      onSubmit={(values) => checkout.start(toRegistration(values, `integrated_${plan}_checkout`))}
      onInvalid={({ email, username, password, phone }) => {
        if (!(email && username && password && phone)) notifyMissingField();
      }}
    >
      <EmailField label={messages.email} />
      <UsernameField label={messages.username} />
      <PasswordField name="password" label={messages.password} autoComplete="new-password" />
      <PhoneField label={messages.phone} />
      <RenewalNote plan={plan} />
      <ConsentField />
      <SubmitButton busyText={checkout.isPending && messages.processing}>
        {messages.createAndCheckout}
      </SubmitButton>
    </Form>
  );
}

function notifyMissingField() {
  notify({
    title: messages.checkoutError,
    description: messages.allFieldsRequired,
    kind: "error",
  });
}
