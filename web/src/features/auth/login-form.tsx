import { chakra } from "@chakra-ui/react/styled-system";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import {
  CodeField,
  PasswordField,
  SubmitButton,
  UsernameField,
} from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { Button } from "#/components/ui/button.tsx";
import { Link } from "#/components/ui/link.tsx";
import { asksForCode } from "#/lib/api.ts";
import { isPasskeyCanceled, supportsPasskeys } from "#/lib/passkeys/support.ts";
import { useHydrated } from "#/lib/use-hydrated.ts";
import { notify, notifyFailure } from "#/stores/toast-store.ts";
import { useSignIn, useSignInWithPasskey } from "./api.ts";
import { messages } from "./messages.ts";

const Banner = chakra("button", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: 4,
    width: "full",
    mb: 6,
    px: 4,
    py: 4,
    textAlign: "start",
    cursor: "pointer",
    bg: "accent.subtle",
    borderWidth: "1px",
    borderColor: "accent.line",
    borderRadius: "control",
    color: "accent.fg",
    _hover: { borderColor: "accent.fg" },
  },
});

type LoginFormProps = {
  /** False for a user whose session has ended, who needs no trial. */
  withBanner: boolean;
  onRegister: () => void;
};

/** The login tab: the trial banner, the fields and the links to register, reset and waitlist. */
export function LoginForm({ withBanner, onRegister }: LoginFormProps) {
  // Inert until hydration: typed text would be lost, and a password could be sent as a plain form.
  const hydrated = useHydrated();
  const login = useSignIn("POST /api/login");
  const [withCode, setWithCode] = useState(false);
  const onError = (error: unknown) => {
    if (asksForCode(error)) setWithCode(true);
    else notifyFailure(messages.loginFailed)(error);
  };
  return (
    <>
      {withBanner && <TrialBanner onRegister={onRegister} />}
      <Form
        inert={!hydrated}
        schema={async () => {
          const { loginFormSchema, loginWithCodeSchema } = await import("./forms.ts");
          return withCode ? loginWithCodeSchema : loginFormSchema;
        }}
        defaults={{ username: "", password: "", code: "" }}
        error={asksForCode(login.error) ? null : login.error}
        refusalField="password"
        onSubmit={({ code, ...values }) =>
          login.mutate(code === "" ? values : { ...values, code }, {
            onSuccess: welcome,
            onError,
          })
        }
      >
        <UsernameField help={messages.usernameHelp} />
        <PasswordField autoComplete="current-password" />
        {/* It appears after the password was right, so it takes the focus. */}
        {withCode && <CodeField autoFocus />}
        <SubmitButton mt={1} busyText={login.isPending && messages.authenticating}>
          {messages.signIn}
        </SubmitButton>
      </Form>
      <chakra.div display="grid" gap={4} mt={4}>
        <chakra.div
          display="flex"
          flexWrap="wrap"
          justifyContent="space-between"
          columnGap={2}
          rowGap={2}
          color="fg.muted"
        >
          <p>
            {messages.noAccount}{" "}
            <Button variant="link" size="inline" onClick={onRegister}>
              {messages.register}
            </Button>
          </p>
          <Link to="/forgot-password">{messages.forgotPassword}</Link>
        </chakra.div>
        <chakra.p color="fg.muted" textStyle="small">
          {messages.notReady} <Link to="/waitlist">{messages.joinWaitlist}</Link>
        </chakra.p>
        {/* Keeps its place, so that nothing moves when the browser is found to have passkeys. */}
        <chakra.div minHeight="1lh">
          {hydrated && supportsPasskeys() && <PasskeyButton />}
        </chakra.div>
      </chakra.div>
    </>
  );
}

function PasskeyButton() {
  const signIn = useSignInWithPasskey();
  return (
    <Button
      variant="link"
      size="inline"
      onClick={() => signIn.mutate(undefined, { onSuccess: welcome, onError: onPasskeyError })}
      busyText={signIn.isPending && messages.passkeyWaiting}
    >
      {messages.passkey}
    </Button>
  );
}

function welcome() {
  notify({ title: messages.welcomeBack, description: messages.loggedIn });
}

function onPasskeyError(error: unknown) {
  if (!isPasskeyCanceled(error)) notifyFailure(messages.loginFailed, messages.passkeyFailed)(error);
}

function TrialBanner({ onRegister }: { onRegister: () => void }) {
  return (
    <Banner type="button" onClick={onRegister}>
      <chakra.span flex={1}>
        <chakra.span display="block" textStyle="h1" fontSize="22px" mb={1}>
          {messages.trialBanner}
        </chakra.span>
        <chakra.span display="block" textStyle="small" color="fg.muted">
          {messages.trialBannerText}
        </chakra.span>
      </chakra.span>
      <ArrowRight size={18} aria-hidden />
    </Banner>
  );
}
