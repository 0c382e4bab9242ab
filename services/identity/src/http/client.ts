import { sessionCookie } from "@orbline/kit/redis/sessions";
import { userOf } from "@orbline/kit/http/app";
import type { Request, Response } from "express";
import type { UserId } from "../domain/user.ts";
import type { Clock } from "../use-cases/ports.ts";
import type { SignedIn } from "../use-cases/register.ts";
import { toUserAnswer } from "./user-answer.ts";

/** What answers that set a session need. */
export type CookieDeps = {
  clock: Clock;
  /** Leaves out the cookie's Secure attribute, for development without TLS. */
  cookieInsecure: boolean;
};

/** What the gateway tells of the browser. */
export const clientOf = (request: Request) => ({
  ip: request.get("x-client-ip"),
  userAgent: request.get("user-agent"),
});

/** The signed-in caller as the use cases know one. @throws unauthenticated for anonymous requests */
export const selfOf = (response: Response): { userId: UserId; sid: string } => {
  const { userId, sid } = userOf(response);
  return { userId: userId as UserId, sid };
};

/** Tells the browser its session, and the account that it belongs to. */
export const answerSignedIn = (
  response: Response,
  { account, sessionId: id }: SignedIn,
  { clock, cookieInsecure: insecure }: CookieDeps,
) =>
  response
    .append("set-cookie", sessionCookie({ id, insecure }))
    .json(toUserAnswer(account, clock.now()));

/** 202: the same whatever is behind it. */
export const answerAccepted = (response: Response) => response.status(202).json({ accepted: true });
