import type { ComponentProps, ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "#/components/ui/button.tsx";
import { Link } from "#/components/ui/link.tsx";
import { consentMessages, fieldNames, passwordMessages } from "#/shared/messages.ts";
import { Checkbox } from "./choice.tsx";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import { passwordRules } from "@orbline/proto/http/identity/password-rules";
import { Check, Circle } from "lucide-react";
import { PasswordInput } from "./password-input.tsx";

type TextFieldProps = ComponentProps<typeof Input> & {
  name: string;
  label: ReactNode;
  help?: ReactNode;
};

/** A line of text with its label, help and error. */
export function TextField({ name, label, help, ...input }: TextFieldProps) {
  const { register } = useFormContext();
  return (
    <Field label={label} help={help} error={useFieldError(name)}>
      <Input {...input} {...register(name)} />
    </Field>
  );
}

type NamedFieldProps = Partial<TextFieldProps>;

/** An email address. */
export function EmailField(props: NamedFieldProps) {
  return (
    <TextField name="email" label={fieldNames.email} type="email" autoComplete="email" {...props} />
  );
}

/** A username. */
export function UsernameField(props: NamedFieldProps) {
  return (
    <TextField
      name="username"
      label={fieldNames.username}
      autoComplete="username"
      autoCapitalize="none"
      {...props}
    />
  );
}

// Not among the shared texts, because every page loads those.
const phoneHelp = "We won't call or text you.";

/** A phone number. */
export function PhoneField(props: NamedFieldProps) {
  return (
    <TextField
      name="phone"
      label={fieldNames.phone}
      help={phoneHelp}
      type="tel"
      autoComplete="tel"
      {...props}
    />
  );
}

/** A password that can be shown. */
export function PasswordField(props: NamedFieldProps) {
  const { name = "password", label = fieldNames.password, help, ...input } = props;
  const { register } = useFormContext();
  return (
    <Field label={label} help={help} error={useFieldError(name)}>
      <PasswordInput {...input} {...register(name)} />
    </Field>
  );
}

/** A code of the second factor. */
export function CodeField(props: NamedFieldProps) {
  return (
    <TextField
      name="code"
      label={fieldNames.code}
      help={passwordMessages.codeHelp}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

type NewPasswordProps = { name?: string | undefined; label?: string };

/** A new password with its rules below it. */
export function NewPasswordField({
  name = "password",
  label = fieldNames.password,
}: NewPasswordProps) {
  return (
    <chakra.div display="grid" gap={3} alignContent="start">
      <PasswordField name={name} label={label} autoComplete="new-password" />
      <PasswordChecklist name={name} />
    </chakra.div>
  );
}

/** A new password with its rules, and its repetition under `confirmPassword`. */
export function NewPasswordFields({
  name,
  label = passwordMessages.newPassword,
}: NewPasswordProps) {
  return (
    <>
      <NewPasswordField name={name} label={label} />
      <PasswordField
        name="confirmPassword"
        label={passwordMessages.confirmPassword}
        autoComplete="new-password"
      />
    </>
  );
}

/** The checkbox `consent`, unchecked at first, that every sign-up and every payment requires. */
export function ConsentField({
  beginning = consentMessages.before,
  ending = consentMessages.renewal,
}: {
  beginning?: string;
  ending?: string;
}) {
  const { register } = useFormContext();
  return (
    <Checkbox {...register("consent")} error={useFieldError("consent")}>
      {beginning} <Link to="/terms">{consentMessages.terms}</Link> {consentMessages.and}{" "}
      <Link to="/privacy">{consentMessages.privacy}</Link>
      {ending}
    </Checkbox>
  );
}

type CheckboxFieldProps = { name: string; children: ReactNode };

/** An optional yes. */
export function CheckboxField({ name, children }: CheckboxFieldProps) {
  const { register } = useFormContext();
  return <Checkbox {...register(name)}>{children}</Checkbox>;
}

/** The primary button that submits the form. */
export function SubmitButton(props: ComponentProps<typeof Button>) {
  return <Button type="submit" variant="primary" size="lg" {...props} />;
}

function useFieldError(name: string): string | undefined {
  const { getFieldState, formState } = useFormContext();
  return getFieldState(name, formState).error?.message;
}

const Checklist = chakra("ul", {
  base: { display: "flex", flexWrap: "wrap", columnGap: 5, rowGap: 1.5, listStyle: "none", p: 0 },
});
const RuleItem = chakra("li", {
  base: { display: "flex", alignItems: "center", gap: 2, textStyle: "small", color: "fg.muted" },
});

/** Rules that only the server can check, by the code of its error. */
const refusedRules: Record<string, string | undefined> = {
  "password.common": passwordMessages.notCommon,
  "password.leaked": passwordMessages.notLeaked,
};

/** The three rules of a new password, each marked as met or not yet met, and a fourth when the server refuses it. */
function PasswordChecklist({ name }: { name: string }) {
  const typed: unknown = useWatch({ name });
  const password = typeof typed === "string" ? typed : "";
  const { getFieldState, formState } = useFormContext();
  const refusedRule = refusedRules[getFieldState(name, formState).error?.type ?? ""];
  return (
    <Checklist aria-label={passwordMessages.checklist}>
      {passwordRules.map(({ label, test }) => (
        <Rule key={label} label={label} isMet={test(password)} />
      ))}
      {refusedRule && <Rule label={refusedRule} isMet={false} />}
    </Checklist>
  );
}

function Rule({ label, isMet }: { label: string; isMet: boolean }) {
  return (
    <RuleItem color={isMet ? "fg" : undefined}>
      <chakra.span color={isMet ? "accent.fg" : "fg.subtle"}>
        {isMet ? <Check size={16} aria-hidden /> : <Circle size={16} aria-hidden />}
      </chakra.span>
      {label}
      <VisuallyHidden>
        {isMet ? passwordMessages.ruleMet : passwordMessages.ruleOpen}
      </VisuallyHidden>
    </RuleItem>
  );
}
