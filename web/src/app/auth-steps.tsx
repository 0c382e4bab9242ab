import type { User } from "@orbline/proto/http/identity/user";
import { FormPage } from "#/components/layout/form-page.tsx";
import { AddEmailForm } from "#/features/account/add-email-form.tsx";
import { messages } from "#/features/account/messages.ts";
import { useRememberUser } from "#/features/auth/api.ts";
import { RegisterForm, type RegisterTabProps } from "#/features/auth/register-form.tsx";
import { checkoutKinds, useCheckout } from "#/features/checkout/use-checkout.ts";

/** The register tab of the sign-in page; with an email it leads to a checkout. */
export function RegisterTab(props: RegisterTabProps) {
  const checkout = useCheckout(checkoutKinds.register, { onUser: useRememberUser() });
  return <RegisterForm {...props} checkout={checkout} />;
}

/** Asks a signed-in user without an email for one, before the plans. */
export function AddEmailStep({ user }: { user: User }) {
  return (
    <FormPage title={messages.addEmailTitle} lead={messages.addEmailLead}>
      <AddEmailForm user={user} onUser={useRememberUser()} />
    </FormPage>
  );
}
