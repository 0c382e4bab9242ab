import { proofSchema } from "@orbline/proto/http/identity/second-factor";
import { secondFactorCodeSchema } from "@orbline/proto/http/fields";
import { useState } from "react";
import { z } from "zod";
import { FormDialog } from "#/components/form/form-dialog.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { CodeField, PasswordField } from "#/components/form/form-fields.tsx";
import { Button } from "#/components/ui/button.tsx";
import { asksForCode } from "#/lib/api.ts";
import { isPasskeyCanceled, supportsPasskeys } from "#/lib/passkeys/support.ts";
import { proveWithPasskey } from "#/lib/passkeys/passkeys.ts";
import { usePost, useSingleMutation } from "#/lib/use-single-mutation.ts";
import { proofMessages } from "./messages.ts";

const passwordOnly = proofSchema.extend({ code: z.string().max(0) });
const withCodeSchema = proofSchema.extend({ code: secondFactorCodeSchema });

type ProofDialogProps = {
  username: string;
  hasPasskey: boolean;
  onDone: (isProven: boolean) => void;
};

/** Asks for the password, and for the code once the server wants one too, or for a passkey. */
export function ProofDialog({ username, hasPasskey, onDone }: ProofDialogProps) {
  const prove = usePost("identity", "POST /api/proof");
  const [withCode, setWithCode] = useState(false);
  const passkey = useSingleMutation({ mutationFn: (_input: undefined) => proveWithPasskey() });
  const refusal = isPasskeyCanceled(passkey.error) ? prove.error : (passkey.error ?? prove.error);
  const error = asksForCode(refusal) ? null : refusal;
  return (
    <FormDialog
      title={proofMessages.title}
      description={proofMessages.lead}
      keepLabel={proofMessages.cancel}
      submitLabel={proofMessages.confirm}
      busyText={prove.isPending && proofMessages.checking}
      schema={withCode ? withCodeSchema : passwordOnly}
      focusField="password"
      defaults={{ password: "", code: "" }}
      error={error}
      onSubmit={({ password, code }) =>
        prove.mutate(code === "" ? { password } : { password, code }, {
          onSuccess: () => onDone(true),
          onError: (refused) => asksForCode(refused) && setWithCode(true),
        })
      }
      onClose={() => onDone(false)}
    >
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <PasswordField autoComplete="current-password" />
      {withCode && <CodeField autoFocus />}
      {hasPasskey && supportsPasskeys() && (
        <Button
          onClick={() => passkey.mutate(undefined, { onSuccess: () => onDone(true) })}
          busyText={passkey.isPending && proofMessages.passkeyWaiting}
        >
          {proofMessages.passkey}
        </Button>
      )}
      <FormFailure error={error} fallback={proofMessages.failed} />
    </FormDialog>
  );
}
