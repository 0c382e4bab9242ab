import {
  ConsentField,
  NewPasswordFields,
  PhoneField,
  SubmitButton,
  UsernameField,
} from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { errorText } from "#/lib/api.ts";
import { referralCode } from "#/shared/referral.ts";
import { notify } from "#/stores/notice-store.ts";
import { useConvertWaitlist } from "../api.ts";
import { linkMessages, messages } from "../messages.ts";

/** Opens the account of a waitlist entry; its email comes with the mailed link. */
export function ConvertWaitlistForm({ token }: { token: string }) {
  const convert = useConvertWaitlist();
  return (
    <Form
      schema={async () => (await import("../forms.ts")).convertFormSchema}
      defaults={{ username: "", password: "", confirmPassword: "", phone: "", consent: false }}
      onSubmit={({ username, password, phone, consent }) =>
        convert.mutate(
          {
            token,
            username,
            password,
            phone,
            termsAccepted: consent,
            affiliateCode: referralCode(),
          },
          { onSuccess: announceSuccess, onError: announceFailure },
        )
      }
    >
      <UsernameField label={messages.username} />
      <PhoneField label={linkMessages.phoneOptional} />
      <NewPasswordFields />
      <ConsentField ending={linkMessages.consentEnding} />
      <SubmitButton busyText={convert.isPending && linkMessages.converting}>
        {linkMessages.convert}
      </SubmitButton>
    </Form>
  );
}

function announceSuccess() {
  notify({ title: linkMessages.convertedTitle, description: linkMessages.converted });
}

function announceFailure(error: unknown) {
  const title = linkMessages.conversionFailed;
  notify({ title, description: errorText(error, title), kind: "error" });
}
