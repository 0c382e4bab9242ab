import { chakra } from "@chakra-ui/react/styled-system";
import { ArrowRight } from "lucide-react";
import { PasswordField, SubmitButton, UsernameField } from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { Button } from "#/components/ui/button.tsx";
import { Link } from "#/components/ui/link.tsx";
import { useHydrated } from "#/lib/use-hydrated.ts";
import { notify, notifyFailure } from "#/stores/notice-store.ts";
import { useSignIn } from "./api.ts";
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

/** The login tab: the trial banner, the two fields and the links to register, reset and waitlist. */
export function LoginForm({ withBanner, onRegister }: LoginFormProps) {
  // Inert until hydration: typed text would be lost, and a password could be sent as a plain form.
  const hydrated = useHydrated();
  const login = useSignIn("POST /api/login");
  return (
    <>
      {withBanner && <TrialBanner onRegister={onRegister} />}
      <Form
        inert={!hydrated}
        schema={async () => (await import("@orbline/proto/http/identity/auth")).loginSchema}
        defaults={{ username: "", password: "" }}
        error={login.error}
        refusalField="password"
        onSubmit={(values) =>
          login.mutate(values, {
            onSuccess: () =>
              notify({ title: messages.welcomeBack, description: messages.loggedIn }),
            onError: notifyFailure(messages.loginFailed),
          })
        }
      >
        <UsernameField help={messages.usernameHelp} />
        <PasswordField autoComplete="current-password" />
        <SubmitButton mt={1} busyText={login.isPending && messages.authenticating}>
          {messages.signIn}
        </SubmitButton>
      </Form>
      <chakra.div display="grid" gap={4} mt={4}>
        <chakra.div
          display="flex"
          flexWrap="wrap"
          justifyContent="space-between"
          columnGap={4}
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
      </chakra.div>
    </>
  );
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
