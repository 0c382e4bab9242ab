import { useLocation } from "react-router";
import { useOnline } from "#/lib/use-online.ts";
import { useSessionStore } from "#/stores/session-store.ts";
import { layoutMessages } from "#/shared/messages.ts";

/** The user as the frame shows them; null for a visitor, undefined while the query runs. */
export type Visitor = { name: string; isAdmin: boolean } | null | undefined;

export type NavLink = { to: string; label: string };

const plansPath = "/subscription";

/** The plans with the trial chosen. */
export const trialPath = `${plansPath}?plan=trial`;

const howItWorks = { to: "/how-it-works", label: layoutMessages.howItWorks };
const check = { to: "/check", label: layoutMessages.check };
const record = { to: "/record", label: layoutMessages.record };

const forVisitors: NavLink[] = [
  howItWorks,
  check,
  record,
  { to: plansPath, label: layoutMessages.pricing },
];

const forUsers: NavLink[] = [
  { to: "/", label: layoutMessages.predict },
  { to: "/slate", label: layoutMessages.games },
  check,
  { to: "/history", label: layoutMessages.history },
  record,
  howItWorks,
];

/** The links of the main navigation. The query for a user runs only with a session, so most often there is one. */
export function navLinks(visitor: Visitor): NavLink[] {
  if (visitor === null) return forVisitors;
  return visitor?.isAdmin ? [...forUsers, { to: "/admin", label: layoutMessages.admin }] : forUsers;
}

/**
 * Whether the header offers a visitor to sign in and to start a trial: not beside a purchase, and not without a connection, when
 * the visitor may be a user. The page of the plans has the trial itself, and nobody who has just deleted an account is offered one.
 */
export function useSignUpOffers() {
  const showsPurchase = useSessionStore((state) => state.showsPurchase);
  const hasDeletedAccount = useSessionStore((state) => state.hasDeletedAccount);
  const { pathname } = useLocation();
  const login = useOnline() && pathname !== "/offline" && !showsPurchase;
  return { login, trial: login && pathname !== plansPath && !hasDeletedAccount };
}

/** The tool pages of admins. */
export const adminTools: NavLink[] = [
  { to: "/test-checkout", label: layoutMessages.testCheckout },
  { to: "/price-override-test", label: layoutMessages.priceOverride },
  { to: "/price-test", label: layoutMessages.priceTester },
  { to: "/stripe-diagnostic-pro", label: layoutMessages.diagnosticPro },
];
