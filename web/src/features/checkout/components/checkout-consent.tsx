import { Checkbox } from "#/components/form/checkbox.tsx";
import { Link } from "#/components/ui/link.tsx";
import { checkoutTexts as texts } from "#/texts/checkout.ts";

type CheckoutConsentProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  error?: string | undefined;
};

/** The unticked box beside every pay button. */
export const CheckoutConsent = ({ checked, onChange, error }: CheckoutConsentProps) => (
  <Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)} error={error}>
    {texts.consentBefore} <Link to="/terms">{texts.termsOfService}</Link> {texts.and}{" "}
    <Link to="/privacy">{texts.privacyPolicy}</Link>
    {texts.consentAfter}
  </Checkbox>
);
