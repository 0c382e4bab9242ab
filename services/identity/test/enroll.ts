import { hashSecret } from "@orbline/kit/http/cookies";
import { enrollmentResponseSchema } from "@orbline/proto/http/identity/second-factor";
import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import { type callerIn, password, sessionIn, type startService } from "./service.ts";

type Service = Pick<Awaited<ReturnType<typeof startService>>, "post">;
type Answer = Awaited<ReturnType<Service["post"]>>;

/** The Cookie header of a browser that got this response; empty without a device cookie. */
export const deviceIn = (answer: Answer): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .find((cookie) => cookie.startsWith("__Host-device=")) ?? "";

/** Turns two-step sign-in on with the code of the step before. Returns the new session and the codes of the app. */
export const enroll = async (
  service: Service,
  as: ReturnType<typeof callerIn>,
  headers: Record<string, string> = {},
) => {
  const { body } = await service.post("/api/second-factor/enroll", { password }, { as });
  const { secret, enrollment } = enrollmentResponseSchema.parse(body);
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const codeIn = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
  const proof = { enrollment, code: codeIn(-1) };
  const answer = await service.post("/api/second-factor", proof, { as, headers });
  expect(answer.status).toBe(200);
  const sessionId = hashSecret(sessionIn(answer));
  return { as: { ...as, sessionId }, codeIn, device: deviceIn(answer) };
};
