import { expect, it } from "vitest";
import { changeEmail } from "../testing/change-email.ts";
import { fakeDeps, outage } from "../testing/fakes.ts";
import { undoEmailChange, verifyEmail } from "./email-verification.ts";
import { changeContact } from "./own-account.ts";
import { register } from "./register.ts";

const currentPassword = "Correct-horse-1";
const [old, next] = ["jo@example.com", "next@example.com"];

type Deps = ReturnType<typeof fakeDeps>;

async function registered(deps: Deps) {
  const input = { username: "jo", password: currentPassword, email: old };
  const { account } = await register(deps, input);
  const { id: userId } = account.user;
  const link = { purpose: "verify-email", email: old, userId } as const;
  await verifyEmail(deps, await deps.links.create(link, 1e9));
  return userId;
}

/** The ports whose first call fails, as if the process died there. */
const ports = {
  "the new address is stored": ["users", "update"],
  "the waitlist is told": ["waitlist", "assign"],
  "the sessions end": ["sessions", "closeAll"],
  "links for a password are revoked": ["links", "revokeAll"],
  "the email is posted": ["emails", "post"],
  "the link is used up": ["links", "use"],
} as const satisfies Record<string, readonly [keyof Deps, string]>;

function dyingAt(deps: Deps, [port, method]: readonly [keyof Deps, string]): Deps {
  return { ...deps, [port]: { ...(deps[port] as object), [method]: outage } };
}

it.each(["the new address is stored", "the waitlist is told", "the link is used up"] as const)(
  "changes the email by the same link when the process died before %s",
  async (step) => {
    const deps = fakeDeps();
    const userId = await registered(deps);
    const input = { userId, sessionId: "session1", currentPassword, change: { email: next } };
    await changeContact(deps, input);
    const link = { purpose: "verify-email", email: next, userId } as const;
    const token = await deps.links.create(link, 1e9);
    await expect(verifyEmail(dyingAt(deps, ports[step]), token)).rejects.toThrow("try again");
    await verifyEmail(deps, token);
    const { user } = (await deps.users.find(userId)) ?? {};
    expect(user).toMatchObject({ email: next, emailVerified: true });
    expect(user?.newEmail).toBeUndefined();
    await expect(verifyEmail(deps, token)).rejects.toThrow("no longer valid");
  },
);

it.each(Object.keys(ports) as (keyof typeof ports)[])(
  "undoes a change of the email by the same link when the process died before %s",
  async (step) => {
    const deps = fakeDeps();
    const userId = await registered(deps);
    await changeEmail(deps, { userId, currentPassword, email: next });
    const link = { purpose: "undo-email-change", email: old, userId } as const;
    const token = await deps.links.create(link, 1e9);
    await deps.sessions.open({ userId, role: "user" });
    await expect(undoEmailChange(dyingAt(deps, ports[step]), token)).rejects.toThrow("try again");
    await undoEmailChange(deps, token);
    expect((await deps.users.find(userId))?.user).toMatchObject({ email: old });
    expect(await deps.sessions.list(userId)).toEqual([]);
    expect(deps.pendingEmails).toContainEqual(
      expect.objectContaining({ kind: "reset-password", to: old }),
    );
    await expect(undoEmailChange(deps, token)).rejects.toThrow("no longer valid");
  },
);

it("records an account with the waitlist entry of its former address only if the address was verified", async () => {
  const deps = fakeDeps();
  const [email, foreign] = ["own@example.com", "foreign@example.com"];
  for (const address of [foreign, email, next])
    await deps.waitlist.join({ email: address, source: undefined, affiliateCode: undefined });
  const input = { username: "jo", password: currentPassword, email: foreign };
  const { id: userId } = (await register(deps, input)).account.user;
  await changeEmail(deps, { userId, currentPassword, email });
  await changeEmail(deps, { userId, currentPassword, email: next });
  const entries = await deps.waitlist.findOf({ userId, email: undefined });
  expect(entries.map((entry) => entry.email)).toEqual([email]);
});
