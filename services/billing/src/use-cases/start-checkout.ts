import { AppError } from "@orbline/kit/errors";
import type { Plan } from "../domain/plans.ts";
import { hasLifetime, hasPaidSource } from "../domain/sources.ts";
import { closeCheckouts } from "./close-checkouts.ts";
import type { Fulfilment } from "./fulfil-checkout.ts";
import { type OpenCheckout, openCheckout, openGuestCheckout } from "./open-checkout.ts";
import type { Account, NewAccount, NewGuest } from "../domain/account.ts";
import type { HostedPage } from "../domain/provider.ts";
import type { BillingDeps } from "./ports.ts";
import { takeBackFromWhoLeft } from "./refuse-who-left.ts";
import { within } from "./within.ts";

/** A wish to buy: by a signed-in user, or together with a new account. */
export type StartCheckout = OpenCheckout & {
  /** The signed-in caller; wins over `newAccount`. */
  userId?: string;
  newAccount?: NewAccount;
  /** Counts where neither is there. */
  guest?: NewGuest;
};

type Outcome =
  | ({ kind: "opened" } & HostedPage)
  | { kind: "already-subscribed" }
  | { kind: "refused"; error: string };

/** How it went; an account that was opened on the way is told in every case. Who gives an e-mail alone has none yet. */
export type StartedCheckout = { account?: Account; sessionCookie?: string } & Outcome;

type Deps = Omit<BillingDeps, "trialCards" | "owe"> & {
  newId: () => string;
  fulfil: (sessionId: string) => Promise<Fulfilment>;
  eraseUser: (userId: string) => Promise<boolean>;
};

/** The gateway waits for thirty seconds; our own answer says more. */
const deadlineMs = 20_000;

const findBuyer = async ({ accounts }: Deps, request: StartCheckout) => {
  if (request.userId) return { account: await accounts.find(request.userId) };
  if (request.newAccount) return accounts.signUp(request.newAccount);
  const message = "Email is required for checkout";
  const issues = [{ path: "email", message }];
  throw new AppError("invalid", "email.required", message, { issues });
};

const isByEmailAlone = ({ userId, newAccount }: StartCheckout) => !userId && !newAccount;

const findRefusal = async (
  { subscriptions, clock, rules }: Deps,
  userId: string,
  plan: Plan,
): Promise<Outcome | undefined> => {
  const subscription = (await subscriptions.find(userId))?.state;
  if (!subscription) return undefined;
  const isUpgrade = plan === "lifetime" && !hasLifetime(subscription);
  if (!isUpgrade && hasPaidSource(subscription, clock.now(), rules))
    return { kind: "already-subscribed" };
  if (plan !== "trial" || !subscription.trialUsedAt) return undefined;
  return {
    kind: "refused",
    error: "The free trial was already used on this account. Please choose another plan.",
  };
};

/** A page that was paid a moment ago has its effect first, so that nobody is led to pay twice. */
const sell = async (
  deps: Deps,
  account: Account,
  request: StartCheckout & { askedAt: Date },
): Promise<Outcome> => {
  const close = closeCheckouts(deps);
  await close(await deps.checkouts.findOpen(account.id));
  const refusal = await findRefusal(deps, account.id, request.plan);
  if (refusal) return refusal;
  try {
    return { kind: "opened", ...(await openCheckout({ ...deps, close })(account, request)) };
  } finally {
    await takeBackFromWhoLeft(deps, account.id);
  }
};

/**
 * Opens a hosted checkout for one buyer, replacing an older open one. An account that was opened on the way
 * stays when the provider fails, and the answer says so. @throws invalid without an e-mail, conflict, unavailable
 */
export const startCheckout =
  (deps: Deps) =>
  async (request: StartCheckout): Promise<StartedCheckout> => {
    if (request.guest && isByEmailAlone(request)) {
      const page = openGuestCheckout(deps)(request.guest, request);
      return { kind: "opened", ...(await within(deadlineMs, page)) };
    }
    const askedAt = deps.clock.now();
    const buyer = await findBuyer(deps, request);
    try {
      const sold = sell(deps, buyer.account, { ...request, askedAt });
      return { ...buyer, ...(await within(deadlineMs, sold)) };
    } catch (error) {
      if (request.userId) throw error;
      deps.report(error);
      const text = "There was a problem setting up payment. Please try again.";
      return { ...buyer, kind: "refused", error: text };
    }
  };
