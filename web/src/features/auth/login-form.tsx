import { Input } from "#/components/form/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import { type Login, loginSchema } from "@orbline/proto/http/identity";
import { ArrowRight } from "lucide-react";
import { useForm } from "react-hook-form";
import { Button } from "#/components/ui/button.tsx";
import { Field } from "#/components/form/field.tsx";
import { Link } from "#/components/ui/link.tsx";
import { PasswordInput } from "#/components/form/password-input.tsx";
import { errorText } from "#/lib/api.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useHydrated } from "#/lib/use-hydrated.ts";
import { notify } from "#/stores/notice-store.ts";
import { useLogin } from "./api.ts";
import { messages } from "./messages.ts";
import { passwordMessages } from "#/texts/password.ts";

const Form = chakra("form", { base: { display: "flex", flexDirection: "column", gap: 4 } });

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

/** The large trial banner of the login tab; leads to the register tab. */
export const TrialBanner = ({ onRegister }: { onRegister: () => void }) => (
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

const resolver = zodResolver(loginSchema);

const welcome = () => notify({ title: messages.welcomeBack, description: messages.loggedIn });

const refuse = (error: unknown) =>
  notify({
    title: messages.loginFailed,
    description: errorText(error, messages.loginFailed),
    kind: "error",
  });

/** The login tab: the banner, the two fields and the way to the register tab. */
export const LoginForm = ({ onRegister }: { onRegister: () => void }) => {
  // What is typed before the form is live would be lost, and a password might be sent as a plain form.
  const hydrated = useHydrated();
  const login = useLogin();
  const form = useForm<Login>({
    resolver,
    defaultValues: { username: "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit((values) =>
    login.mutate(values, { onSuccess: welcome, onError: refuse }),
  );
  return (
    <>
      <TrialBanner onRegister={onRegister} />
      <Form noValidate inert={!hydrated} onSubmit={(event) => void submit(event)}>
        <Field
          label={messages.username}
          help={messages.usernameHelp}
          error={errors.username?.message}
        >
          <Input autoComplete="username" autoCapitalize="none" {...form.register("username")} />
        </Field>
        <Field label={messages.password} error={errors.password?.message}>
          <PasswordInput
            autoComplete="current-password"
            showLabel={passwordMessages.showPassword}
            hideLabel={passwordMessages.hidePassword}
            {...form.register("password")}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          mt={1}
          busyText={(login.isPending || isSubmitting) && messages.authenticating}
        >
          {messages.signIn}
        </Button>
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
};
