import type { ComponentProps } from "react";
import { Checkbox } from "#/components/form/checkbox.tsx";
import { Link } from "#/components/ui/link.tsx";
import { messages } from "./messages.ts";

type ConsentProps = Omit<ComponentProps<typeof Checkbox>, "children"> & { ending: string };

/** The unticked box of age, terms and renewal that every sign-up asks for. */
export const Consent = ({ ending, ...checkbox }: ConsentProps) => (
  <Checkbox {...checkbox}>
    {messages.consentBefore} <Link to="/terms">{messages.termsOfService}</Link> {messages.and}{" "}
    <Link to="/privacy">{messages.privacyPolicy}</Link>
    {ending}
  </Checkbox>
);
