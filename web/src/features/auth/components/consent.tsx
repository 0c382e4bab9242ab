import type { ComponentProps } from "react";
import { Checkbox } from "#/components/form/checkbox.tsx";
import { Link } from "#/components/ui/link.tsx";
import { authTexts } from "#/texts/auth.ts";

type ConsentProps = Omit<ComponentProps<typeof Checkbox>, "children"> & { ending: string };

/** The unticked box of age, terms and renewal that every sign-up asks for. */
export const Consent = ({ ending, ...checkbox }: ConsentProps) => (
  <Checkbox {...checkbox}>
    {authTexts.consentBefore} <Link to="/terms">{authTexts.termsOfService}</Link> {authTexts.and}{" "}
    <Link to="/privacy">{authTexts.privacyPolicy}</Link>
    {ending}
  </Checkbox>
);
