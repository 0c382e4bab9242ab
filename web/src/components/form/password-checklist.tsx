import { chakra } from "@chakra-ui/react/styled-system";
import { passwordRules } from "@orbline/proto/http/identity/password-rules";
import { Check, Circle } from "lucide-react";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import { passwordMessages } from "#/shared/messages.ts";

const List = chakra("ul", {
  base: { display: "flex", flexWrap: "wrap", columnGap: 5, rowGap: 1.5, listStyle: "none", p: 0 },
});
const Rule = chakra("li", {
  base: { display: "flex", alignItems: "center", gap: 2, textStyle: "small", color: "fg.muted" },
});

/** The three rules of a new password, each marked as met or not while one types. */
export const PasswordChecklist = ({ password }: { password: string }) => (
  <List aria-label={passwordMessages.checklist}>
    {passwordRules.map(({ label, test }) => {
      const met = test(password);
      return (
        <Rule key={label} color={met ? "fg" : undefined}>
          <chakra.span color={met ? "accent.fg" : "fg.subtle"}>
            {met ? <Check size={16} aria-hidden /> : <Circle size={16} aria-hidden />}
          </chakra.span>
          {label}
          <VisuallyHidden>
            {met ? passwordMessages.ruleMet : passwordMessages.ruleOpen}
          </VisuallyHidden>
        </Rule>
      );
    })}
  </List>
);
