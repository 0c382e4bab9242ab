import { chakra } from "@chakra-ui/react/styled-system";
import {
  beginEnrollmentSchema,
  enableSecondFactorSchema,
  type EnrollmentResponse,
  removeSecondFactorSchema,
} from "@orbline/proto/http/identity/second-factor";
import type { User } from "@orbline/proto/http/identity/user";
import { Download } from "lucide-react";
import { useState } from "react";
import { encode } from "uqr";
import { ConfirmDialog, FormDialog } from "#/components/form/form-dialog.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { CodeField } from "#/components/form/form-fields.tsx";
import { Button } from "#/components/ui/button.tsx";
import { Sheet, SheetChain } from "#/components/ui/sheet.tsx";
import { saveFile } from "#/lib/navigation.ts";
import { usePost } from "#/lib/use-single-mutation.ts";
import { CurrentPassword } from "./add-email-form.tsx";
import { useFactorDone, useSecondFactorChanged } from "./api.ts";
import { messages as accountMessages, secondFactorMessages as messages } from "./messages.ts";

type DialogProps = { user: User; onClose: () => void };

export type SecondFactorStep = "on" | "off" | "codes";

/** The dialogs that turn two-step sign-in on or off, or renew its recovery codes. */
export function SecondFactorDialog({ step, ...dialog }: DialogProps & { step: SecondFactorStep }) {
  if (step === "codes") return <RenewDialogs {...dialog} />;
  return step === "on" ? <EnableDialogs {...dialog} /> : <RemoveDialog {...dialog} />;
}

/** The password first, then the QR code with a code of the app, then the recovery codes. */
function EnableDialogs({ user, onClose }: DialogProps) {
  const [enrollment, setEnrollment] = useState<EnrollmentResponse>();
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>();
  const onChanged = useSecondFactorChanged();
  const close = () => {
    if (recoveryCodes) onChanged();
    onClose();
  };
  return (
    <SheetChain>
      {recoveryCodes ? (
        <RecoveryCodes title={messages.recoveryTitle} codes={recoveryCodes} onClose={close} />
      ) : enrollment ? (
        <ScanDialog enrollment={enrollment} onDone={setRecoveryCodes} onClose={close} />
      ) : (
        <PasswordDialog user={user} onDone={setEnrollment} onClose={close} />
      )}
    </SheetChain>
  );
}

type PasswordDialogProps = DialogProps & { onDone: (enrollment: EnrollmentResponse) => void };

function PasswordDialog({ user, onDone, onClose }: PasswordDialogProps) {
  const begin = usePost("identity", "POST /api/second-factor/enroll");
  return (
    <FormDialog
      title={messages.turnOn}
      description={messages.appNeeded}
      keepLabel={accountMessages.keep}
      submitLabel={messages.next}
      busyText={begin.isPending && messages.preparing}
      schema={beginEnrollmentSchema}
      defaults={{ password: "" }}
      error={begin.error}
      onSubmit={(values) => begin.mutate(values, { onSuccess: onDone })}
      onClose={onClose}
    >
      <CurrentPassword user={user} name="password" />
      <FormFailure error={begin.error} fallback={accountMessages.unchanged} />
    </FormDialog>
  );
}

type ScanDialogProps = {
  enrollment: EnrollmentResponse;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
};

const codeSchema = enableSecondFactorSchema.pick({ code: true });

function ScanDialog({ enrollment: { secret, uri, enrollment }, onDone, onClose }: ScanDialogProps) {
  const enable = usePost("identity", "POST /api/second-factor");
  return (
    <FormDialog
      title={messages.scanTitle}
      description={messages.scanLead}
      keepLabel={accountMessages.keep}
      submitLabel={messages.turnOn}
      busyText={enable.isPending && messages.checking}
      schema={codeSchema}
      defaults={{ code: "" }}
      error={enable.error}
      onSubmit={({ code }) =>
        enable.mutate(
          { enrollment, code },
          { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) },
        )
      }
      onClose={onClose}
    >
      <QrCode text={uri} />
      <div>
        <chakra.p color="fg.muted">{messages.typeSecret}</chakra.p>
        <chakra.code textStyle="num" overflowWrap="anywhere">
          {groupsOf(secret)}
        </chakra.code>
      </div>
      <CodeField help={messages.appCodeHelp} />
      <FormFailure error={enable.error} fallback={accountMessages.unchanged} />
    </FormDialog>
  );
}

/** A confirmation first, because the old codes end, then the new ones. */
function RenewDialogs({ onClose }: DialogProps) {
  const onChanged = useSecondFactorChanged();
  const renew = usePost("identity", "POST /api/second-factor/recovery-codes", {
    onSuccess: onChanged,
  });
  if (renew.data)
    return (
      <RecoveryCodes
        title={messages.newCodesTitle}
        codes={renew.data.recoveryCodes}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={messages.newCodes}
      description={messages.newCodesLead}
      keepLabel={accountMessages.keep}
      submitLabel={messages.makeCodes}
      busyText={renew.isPending && messages.preparing}
      onSubmit={() => renew.mutate({})}
      onClose={onClose}
    >
      <FormFailure error={renew.error} fallback={accountMessages.unchanged} />
    </ConfirmDialog>
  );
}

type RecoveryCodesProps = { title: string; codes: string[]; onClose: () => void };

function RecoveryCodes({ title, codes, onClose }: RecoveryCodesProps) {
  const save = () => saveFile(messages.recoveryFile, `${codes.join("\n")}\n`, "text/plain");
  return (
    <Sheet
      title={title}
      description={messages.recoveryLead}
      onClose={onClose}
      footer={
        <>
          <Button onClick={save}>
            <Download size={16} aria-hidden />
            {messages.download}
          </Button>
          <Button variant="solid" onClick={onClose}>
            {messages.saved}
          </Button>
        </>
      }
    >
      <chakra.ul
        aria-label={messages.recoveryCodes}
        listStyle="none"
        p={0}
        display="grid"
        gridTemplateColumns="repeat(2, max-content)"
        columnGap={8}
        rowGap={2}
        textStyle="num"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </chakra.ul>
    </Sheet>
  );
}

function RemoveDialog({ user, onClose }: DialogProps) {
  const remove = usePost("identity", "POST /api/second-factor/remove");
  const onSuccess = useFactorDone({ title: messages.offTitle, description: messages.off }, onClose);
  return (
    <FormDialog
      danger
      title={messages.turnOff}
      description={messages.turnOffLead}
      keepLabel={accountMessages.keep}
      submitLabel={messages.turnOff}
      busyText={remove.isPending && messages.checking}
      schema={removeSecondFactorSchema}
      defaults={{ password: "", code: "" }}
      error={remove.error}
      onSubmit={(values) => remove.mutate(values, { onSuccess })}
      onClose={onClose}
    >
      <CurrentPassword user={user} name="password" />
      <CodeField />
      <FormFailure error={remove.error} fallback={accountMessages.unchanged} />
    </FormDialog>
  );
}

/** A QR code in black on white, with the quiet zone that cameras need. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <chakra.svg
      role="img"
      aria-label={messages.qrCode}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      width="full"
      maxWidth="220px"
      bg="white"
    >
      <path d={modules.join("")} fill="black" />
    </chakra.svg>
  );
}

/** Groups of four characters, which are easier to type. */
function groupsOf(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, "$& ");
}
