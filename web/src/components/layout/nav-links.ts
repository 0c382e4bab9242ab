import { layoutTexts } from "#/texts/layout.ts";

/** What the frame needs to know about the person; undefined while that is being asked. */
export type Visitor = { username: string; isAdmin: boolean } | null | undefined;

export type NavLink = { to: string; label: string };

/** The links of the main navigation for this visitor. */
export const navLinks = (visitor: Visitor): NavLink[] => [
  { to: "/how-it-works", label: layoutTexts.howItWorks },
  ...(visitor ? [{ to: "/history", label: layoutTexts.history }] : []),
  ...(visitor?.isAdmin
    ? [
        { to: "/admin", label: layoutTexts.admin },
        { to: "/test-checkout", label: layoutTexts.testCheckout },
        { to: "/price-override-test", label: layoutTexts.priceOverride },
        { to: "/price-test", label: layoutTexts.priceTester },
        { to: "/stripe-diagnostic-pro", label: layoutTexts.diagnosticPro },
      ]
    : []),
];
