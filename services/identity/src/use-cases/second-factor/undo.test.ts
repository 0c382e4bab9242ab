import { expect, it } from "vitest";
import { requestDeletion, verifyEmail } from "../../domain/user-changes.ts";
import { changeEmail } from "../../testing/change-email.ts";
import { fakeDeps, outage } from "../../testing/fakes.ts";
import { logIn } from "../log-in.ts";
import { prepareEmail } from "../prepare-email.ts";
import { register } from "../register.ts";
import { beginEnrollment, enable } from "./manage.ts";
import { undoSecondFactor } from "./undo.ts";

const password = "Correct-horse-1";
const email = "jo@example.com";
const hourMs = 3_600_000;

type Deps = ReturnType<typeof fakeDeps>;

/** A user whose two-step sign-in a thief has turned on, and the secret of the link in the email about it. */
const stolen = async () => {
  const deps = fakeDeps();
  const { account } = await register(deps, { username: "jo", password, email });
  const userId = account.user.id;
  await deps.users.update(userId, verifyEmail);
  const self = { userId, sessionId: "session1" };
  const { enrollment } = await beginEnrollment(deps, { ...self, password });
  await enable(deps, { userId, sessionId: "session1", enrollment, code: "111111" });
  const mailedToken = async () => {
    const notice = deps.pendingEmails.find(({ kind }) => kind === "second-factor-on");
    const prepared = notice && (await prepareEmail(deps, notice));
    return prepared && "secret" in prepared ? (prepared.secret ?? "") : "";
  };
  const find = async () => (await deps.users.find(userId))?.user;
  return { deps, userId, mailedToken, token: await mailedToken(), find };
};

/** The ports whose first call fails, as if the process died there. */
const ports = {
  "the password is hashed": ["passwords", "hash"],
  "the factors are removed": ["users", "update"],
  "the sessions end": ["sessions", "closeAll"],
  "links for a password are revoked": ["links", "revokeAll"],
  "the email is posted": ["emails", "post"],
} as const satisfies Record<string, readonly [keyof Deps, string]>;

function dyingAt(deps: Deps, [port, method]: readonly [keyof Deps, string]): Deps {
  return { ...deps, [port]: { ...(deps[port] as object), [method]: outage } };
}

it.each(Object.keys(ports) as (keyof typeof ports)[])(
  "removes a thief's two-step sign-in by the same link when the process died before %s",
  async (step) => {
    const { deps, userId, token, find } = await stolen();
    await expect(undoSecondFactor(dyingAt(deps, ports[step]), token)).rejects.toThrow("try again");
    expect(await undoSecondFactor(deps, token)).toEqual({ email, userId });
    expect((await find())?.secondFactor).toBeUndefined();
    expect(await deps.sessions.list(userId)).toEqual([]);
    await expect(logIn(deps, { username: "jo", password })).rejects.toMatchObject({
      code: "login.failed",
    });
    expect(deps.pendingEmails).toContainEqual(
      expect.objectContaining({ kind: "reset-password", to: email }),
    );
    await expect(undoSecondFactor(deps, token)).rejects.toThrow("no longer valid");
  },
);

it("revokes the links of the other emails about factors when one is used", async () => {
  const { deps, token, mailedToken } = await stolen();
  const other = await mailedToken();
  expect(other).not.toBe(token);
  await undoSecondFactor(deps, token);
  await expect(undoSecondFactor(deps, other)).rejects.toThrow("no longer valid");
});

it("removes no factor after 72 hours", async () => {
  const { deps, token, find } = await stolen();
  deps.time.now = new Date(deps.time.now.getTime() + 72 * hourMs);
  await expect(undoSecondFactor(deps, token)).rejects.toThrow("no longer valid");
  expect((await find())?.secondFactor).toBeDefined();
});

it("removes no factor by a link to an address that the account no longer has", async () => {
  const { deps, userId, token, mailedToken, find } = await stolen();
  await changeEmail(deps, { userId, currentPassword: password, email: "next@example.com" });
  await expect(undoSecondFactor(deps, token)).rejects.toThrow("no longer valid");
  expect((await find())?.secondFactor).toBeDefined();
  expect(await mailedToken(), "an email that is sent later has no link").toBe("");
});

it("removes no factor of an account whose deletion has begun", async () => {
  const { deps, userId, token, find } = await stolen();
  await deps.users.update(userId, (user) => requestDeletion(user, deps.clock.now()));
  await expect(undoSecondFactor(deps, token)).rejects.toThrow("no longer valid");
  expect((await find())?.secondFactor).toBeDefined();
});

it("hashes no password for a refused link, which can be sent again and again", async () => {
  const { deps, userId, token } = await stolen();
  await changeEmail(deps, { userId, currentPassword: password, email: "next@example.com" });
  const withoutHashes = dyingAt(deps, ports["the password is hashed"]);
  await expect(undoSecondFactor(withoutHashes, token)).rejects.toThrow("no longer valid");
});
