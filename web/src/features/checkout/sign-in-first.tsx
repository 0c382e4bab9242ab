import { chakra } from "@chakra-ui/react/styled-system";
import { ButtonLink } from "#/components/ui/link.tsx";
import { messages } from "./messages.ts";

const Strip = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: 3,
    p: 3,
    bg: "warm.subtle",
    borderWidth: "1px",
    borderColor: "warm.line",
    borderRadius: "control",
    textStyle: "small",
  },
});

/** Shown after a checkout was refused for want of an account. */
export const SignInFirst = () => (
  <Strip role="alert">
    {messages.signInFirstText}
    <ButtonLink to="/auth?subscribe=true" size="sm">
      {messages.signInFirst}
    </ButtonLink>
  </Strip>
);
