import { layoutMessages } from "#/shared/messages.ts";

/** The user as the frame shows them; null for a visitor, undefined while the query runs. */
export type Visitor = { username: string; isAdmin: boolean } | null | undefined;

export type NavLink = { to: string; label: string };

/** The links of the main navigation for this visitor. */
export const navLinks = (visitor: Visitor): NavLink[] => [
  { to: "/how-it-works", label: layoutMessages.howItWorks },
  ...(visitor ? [{ to: "/history", label: layoutMessages.history }] : []),
  ...(visitor?.isAdmin
    ? [
        { to: "/admin", label: layoutMessages.admin },
        { to: "/test-checkout", label: layoutMessages.testCheckout },
        { to: "/price-override-test", label: layoutMessages.priceOverride },
        { to: "/price-test", label: layoutMessages.priceTester },
        { to: "/stripe-diagnostic-pro", label: layoutMessages.diagnosticPro },
      ]
    : []),
];
