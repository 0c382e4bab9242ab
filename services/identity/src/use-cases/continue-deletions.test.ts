import { describe, expect, it } from "vitest";
import type { UserId } from "../domain/user.ts";
import { fakeDeps, outage } from "../testing/fakes.ts";
import { changeContact } from "./change-contact.ts";
import { continueDeletions } from "./continue-deletions.ts";
import { logIn } from "./log-in.ts";
import { register } from "./register.ts";
import { requestDeletion } from "./request-deletion.ts";

const password = "Correct-horse-1";
const email = "jo@example.com";
const oldEmail = "old@example.com";

/** Jo with a session, another address than before, both on the waitlist, and a link, who has asked for deletion. */
const leaving = async () => {
  const deps = fakeDeps();
  for (const address of [email, oldEmail])
    await deps.waitlist.join({ email: address, source: undefined, affiliateCode: undefined });
  const { account } = await register(deps)({ username: "Jo", password, email: oldEmail });
  const { id } = account.user;
  const wanted = { userId: id, currentPassword: password, change: { email } };
  await changeContact(deps)(wanted);
  const secret = await deps.links.create({ purpose: "verify-email", email, userId: id }, 1e9);
  await requestDeletion(deps)({ userId: id, password });
  const calls: string[] = [];
  const eraser = (name: string, done = true) => ({
    exportUser: () => Promise.resolve({}),
    eraseUser: (userId: UserId) => {
      calls.push(`${name} ${userId === id}`);
      return Promise.resolve(done);
    },
  });
  const invitation = await deps.links.create({ purpose: "convert-waitlist", email: oldEmail }, 1e9);
  return { deps, id, secret, invitation, calls, eraser };
};

const afterSettling = (deps: ReturnType<typeof fakeDeps>) => {
  deps.time.now = new Date(deps.time.now.getTime() + deps.settleMs);
};

describe("a deletion", () => {
  it("lets nobody in from its request on, and needs the password", async () => {
    const { deps, id } = await leaving();
    expect(deps.open.size).toBe(0);
    await expect(logIn(deps)({ username: "Jo", password })).rejects.toMatchObject({
      code: "login.failed",
    });
    const stranger = fakeDeps();
    const { account } = await register(stranger)({ username: "Jo", password });
    const wrong = requestDeletion(stranger)({ userId: account.user.id, password: "Wrong-horse-1" });
    await expect(wrong).rejects.toMatchObject({ code: "password.incorrect" });
    expect(await stranger.users.findDeletions(10)).toEqual([]);
    expect(await deps.users.findDeletions(10)).toEqual([id]);
  });

  it("asks billing at once and prediction when no request can be under way, then forgets the rest", async () => {
    const { deps, id, secret, invitation, calls, eraser } = await leaving();
    const others = { billing: eraser("billing"), prediction: eraser("prediction") };
    const go = continueDeletions({ ...deps, others });
    await go();
    expect(calls).toEqual(["billing true"]);
    await go();
    expect(calls).toEqual(["billing true"]);
    expect(await deps.users.find(id)).toBeDefined();
    afterSettling(deps);
    await go();
    expect(calls).toEqual(["billing true", "prediction true"]);
    expect(await deps.users.find(id)).toBeUndefined();
    for (const address of [email, oldEmail])
      expect(await deps.waitlist.find(address)).toBeUndefined();
    expect(await deps.links.find("convert-waitlist", invitation)).toBeUndefined();
    expect(await deps.links.find("verify-email", secret)).toBeUndefined();
    expect(deps.owed.at(-1)).toMatchObject({ kind: "account-deleted", to: email });
    await go();
    expect(calls).toHaveLength(2);
  });

  it("ends sessions that its request could not end before it asks anybody, and lets their requests settle", async () => {
    const deps = fakeDeps();
    const { account } = await register(deps)({ username: "Jo", password });
    const { id } = account.user;
    const sessions = { ...deps.sessions, closeAll: outage };
    const failed = requestDeletion({ ...deps, sessions })({ userId: id, password });
    await expect(failed).rejects.toMatchObject({ kind: "unavailable" });
    const asked: string[] = [];
    const eraser = (name: string) => ({
      exportUser: () => Promise.resolve({}),
      eraseUser: () => {
        asked.push(`${name}, ${deps.open.size} open`);
        return Promise.resolve(true);
      },
    });
    const others = { billing: eraser("billing"), prediction: eraser("prediction") };
    afterSettling(deps);
    await continueDeletions({ ...deps, others, sessions })();
    expect([deps.open.size, asked]).toEqual([1, []]);
    await continueDeletions({ ...deps, others })();
    expect(asked).toEqual(["billing, 0 open"]);
    afterSettling(deps);
    await continueDeletions({ ...deps, others })();
    expect(asked).toEqual(["billing, 0 open", "prediction, 0 open"]);
    expect(await deps.users.find(id)).toBeUndefined();
  });

  it("waits for a service that has not finished, or cannot be asked, and goes on from there", async () => {
    const { deps, id, calls, eraser } = await leaving();
    afterSettling(deps);
    const down = { ...eraser("down"), eraseUser: () => Promise.reject(new Error("down")) };
    const prediction = eraser("prediction");
    await continueDeletions({ ...deps, others: { billing: down, prediction } })();
    await continueDeletions({
      ...deps,
      others: { billing: eraser("billing", false), prediction },
    })();
    expect(calls).toEqual(["billing true"]);
    expect(deps.failures).toHaveLength(1);
    await continueDeletions({
      ...deps,
      others: { billing: eraser("billing"), prediction: down },
    })();
    expect((await deps.users.find(id))?.user.deletion?.erased).toEqual(["billing"]);
    await continueDeletions({ ...deps, others: { billing: down, prediction } })();
    expect(calls).toEqual(["billing true", "billing true", "prediction true"]);
    expect(await deps.users.find(id)).toBeUndefined();
  });

  it("is finished by who comes after a crash, at whatever step that was", async () => {
    const steps = ["sessions", "links", "waitlist", "mails", "users"] as const;
    for (const step of steps) {
      const { deps, id } = await leaving();
      afterSettling(deps);
      const crash = () => Promise.reject(new Error("killed"));
      const broken = {
        sessions: { ...deps.sessions, closeAll: crash },
        links: { ...deps.links, revokeAll: crash },
        waitlist: { ...deps.waitlist, remove: crash },
        mails: { post: crash },
        users: { ...deps.users, remove: crash },
      };
      await continueDeletions({ ...deps, [step]: broken[step] })();
      expect(deps.failures).toHaveLength(1);
      await continueDeletions(deps)();
      expect(await deps.users.find(id)).toBeUndefined();
      const notices = deps.owed.filter(({ kind }) => kind === "account-deleted");
      expect(notices).toHaveLength(1);
    }
  });
});
