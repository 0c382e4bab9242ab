import { callerOf, requireProof, userOf } from "@orbline/kit/http/app";
import { cookieName, readCookie, setCookie } from "@orbline/kit/http/cookies";
import { sessionCookie } from "@orbline/kit/redis/sessions";
import { deviceCookie } from "@orbline/proto/constants/session";
import type { AcceptedResponse } from "@orbline/proto/http/identity/account";
import type { User } from "@orbline/proto/http/identity/user";
import type { Request, Response } from "express";
import { shownSubscription } from "../domain/subscription.ts";
import { needsFactor, type UserId } from "../domain/user.ts";
import type { SignedIn } from "../use-cases/log-in.ts";
import { getCurrentUser } from "../use-cases/own-account.ts";
import type { Account, IdentityDeps, Sessions } from "../use-cases/ports.ts";
import type { OwnSession } from "../use-cases/sessions.ts";

/** What the routes need. */
export type HttpDeps = IdentityDeps & {
  /** The product's origin. It determines the names and attributes of the cookies. */
  publicOrigin: string;
};

/** The browser's address and user agent; the gateway sets `x-client-ip`. */
export function clientOf(request: Request) {
  return { ip: request.get("x-client-ip"), userAgent: request.get("user-agent") };
}

/** The device cookie of the browser. */
export function deviceCookieOf(request: Request, publicOrigin: string): string | undefined {
  return readCookie(request.get("cookie"), cookieName(deviceCookie.name, publicOrigin));
}

/** Makes the browser a known device of the user, who has just proved who they are, or has set a password by an emailed link. */
export function rememberDevice(
  response: Response,
  user: Account["user"],
  { devices, publicOrigin: origin }: Pick<HttpDeps, "devices" | "publicOrigin">,
  options?: { byLink: boolean },
): void {
  const value = devices.remember(user, deviceCookieOf(response.req, origin), options);
  const { name, lifeSeconds: maxAgeSeconds } = deviceCookie;
  response.append("set-cookie", setCookie({ name, value, origin, maxAgeSeconds }));
}

/** The signed-in caller. @throws unauthenticated */
export function selfOf(response: Response): OwnSession {
  const { userId, sessionId } = userOf(response);
  return { userId: userId as UserId, sessionId };
}

/**
 * The signed-in caller of a change that a stolen session and the password must not make on an account with a second
 * factor. @throws forbidden `proof_required` unless the factor was proved within ten minutes
 */
export async function provenSelfOf(
  response: Response,
  deps: Pick<HttpDeps, "users">,
): Promise<OwnSession> {
  const self = selfOf(response);
  const { user } = await getCurrentUser(deps, self.userId);
  if (needsFactor(user)) requireProof(response);
  return self;
}

/**
 * The signed-in caller of a read of everything that is stored about the user. A user without a password cannot prove one.
 * @throws forbidden `proof_required` unless the password was proved within ten minutes
 */
export async function provenOwnerOf(
  response: Response,
  deps: Pick<HttpDeps, "users">,
): Promise<OwnSession> {
  const self = selfOf(response);
  const { user } = await getCurrentUser(deps, self.userId);
  if (user.passwordHash !== undefined) requireProof(response);
  return self;
}

/** The user who has just signed in. */
export function idOf({ account }: SignedIn): UserId {
  return account.user.id;
}

/**
 * Sends the account and sets the session cookie. The browser loses the cookie of its earlier session, so that session
 * ends too.
 */
export async function sendSignedIn(
  response: Response,
  { account, sessionToken }: SignedIn,
  deps: HttpDeps,
): Promise<void> {
  await endSession(response, deps.sessions);
  response.append("set-cookie", sessionCookie(sessionToken, deps.publicOrigin));
  rememberDevice(response, account.user, deps);
  response.json(toUserResponse(account, deps.clock.now()));
}

/** Ends the caller's session, if any. */
export async function endSession(response: Response, sessions: Sessions): Promise<void> {
  const caller = callerOf(response);
  if (caller.kind === "user")
    await sessions.close({ userId: caller.userId as UserId, sessionId: caller.sessionId });
}

/** Sends the same 202 for every address. */
export function sendAccepted(response: Response): void {
  response.status(202).json({ accepted: true } satisfies AcceptedResponse);
}

/** An account as its owner sees it. */
export function toUserResponse({ user, subscription }: Account, now: Date): User {
  const { status, tier, endsAt } = shownSubscription(subscription, user.role, now);
  return {
    id: user.id,
    username: user.username,
    email: user.email ?? null,
    emailVerified: user.emailVerified,
    newEmail: user.newEmail,
    hasPassword: user.passwordHash !== undefined,
    phone: user.phone ?? null,
    preferences: user.preferences,
    role: user.role,
    subscriptionTier: tier,
    subscriptionStatus: status,
    subscriptionEndDate: endsAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
  };
}
