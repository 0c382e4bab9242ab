import { Checkbox } from "#/components/form/checkbox.tsx";
import { Link } from "#/components/ui/link.tsx";
import { messages } from "./messages.ts";

type CheckoutConsentProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
};

/** The unticked box beside every pay button. */
export const CheckoutConsent = ({ checked, onChange, error }: CheckoutConsentProps) => (
  <Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)} error={error}>
    {messages.consentBefore} <Link to="/terms">{messages.termsOfService}</Link> {messages.and}{" "}
    <Link to="/privacy">{messages.privacyPolicy}</Link>
    {messages.consentAfter}
  </Checkbox>
);
