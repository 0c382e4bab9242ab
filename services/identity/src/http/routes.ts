import { callerOf, userOf } from "@orbline/kit/http";
import { parseBody } from "@orbline/kit/http-body";
import { clearedSessionCookie, sessionCookie } from "@orbline/kit/session";
import { loginSchema, logoutSchema, registerSchema } from "@orbline/proto/http/identity";
import type { Request, Response, Router } from "express";
import type { UserId } from "../domain/user.ts";
import type { LogIn } from "../use-cases/log-in.ts";
import type { Account, Clock } from "../use-cases/ports.ts";
import type { Register, SignedIn } from "../use-cases/register.ts";
import { toUserAnswer } from "./user-answer.ts";

type Deps = {
  register: (input: Register) => Promise<SignedIn>;
  logIn: (input: LogIn) => Promise<SignedIn>;
  logOut: (session: { userId: UserId; sid: string }) => Promise<void>;
  getCurrentUser: (id: UserId) => Promise<Account>;
  clock: Clock;
  /** Leaves out the cookie's Secure attribute, for development without TLS. */
  cookieInsecure: boolean;
};

/** What the gateway tells of the browser. */
const clientOf = (request: Request) => ({
  ip: request.get("x-client-ip"),
  userAgent: request.get("user-agent"),
});

/** Tells the browser its session, and the account that it belongs to. */
const answerSignedIn = (
  response: Response,
  { account, sessionId: id }: SignedIn,
  { clock, cookieInsecure: insecure }: Deps,
) =>
  response
    .append("set-cookie", sessionCookie({ id, insecure }))
    .json(toUserAnswer(account, clock.now()));

/** The HTTP API of accounts and sessions. */
export const routes =
  (deps: Deps) =>
  (router: Router): void => {
    const { register, logIn, logOut, getCurrentUser, clock, cookieInsecure: insecure } = deps;

    router.get("/api/user", async (_request, response) => {
      const { userId } = userOf(response);
      const account = await getCurrentUser(userId as UserId);
      response.json(toUserAnswer(account, clock.now()));
    });

    router.post("/api/register", async (request, response) => {
      const { username, password, email, phone, termsAccepted } = parseBody(
        registerSchema,
        request,
      );
      const { userAgent } = clientOf(request);
      const account = { username, password, email, phone, termsAccepted };
      answerSignedIn(response.status(201), await register({ ...account, userAgent }), deps);
    });

    router.post("/api/login", async (request, response) => {
      const credentials = parseBody(loginSchema, request);
      const signedIn = await logIn({ ...credentials, ...clientOf(request) });
      // The browser is about to lose the cookie of an earlier session: nobody else should find it open.
      const earlier = callerOf(response);
      if (earlier.kind === "user")
        await logOut({ userId: earlier.userId as UserId, sid: earlier.sid });
      answerSignedIn(response, signedIn, deps);
    });

    router.post("/api/logout", async (request, response) => {
      parseBody(logoutSchema, request);
      const caller = callerOf(response);
      if (caller.kind === "user")
        await logOut({ userId: caller.userId as UserId, sid: caller.sid });
      response.append("set-cookie", clearedSessionCookie({ insecure })).sendStatus(204);
    });
  };
