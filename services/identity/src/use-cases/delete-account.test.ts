import { Readable } from "node:stream";
import { generatedUsername } from "@orbline/proto/constants/usernames";
import { describe, expect, it } from "vitest";
import { updated, verifyEmail } from "../domain/user-changes.ts";
import type { UserId } from "../domain/user.ts";
import { fakeDeps, outage } from "../testing/fakes.ts";
import { changeEmail } from "../testing/change-email.ts";
import { continueDeletions } from "./delete-account.ts";
import { logIn } from "./log-in.ts";
import { register } from "./register.ts";
import { requestDeletion } from "./delete-account.ts";

const password = "Correct-horse-1";
const email = "jo@example.com";
const oldEmail = "old@example.com";

/** An account that is being deleted, with two addresses on the waitlist and a link. */
const leaving = async () => {
  const deps = fakeDeps();
  for (const address of [email, oldEmail])
    await deps.waitlist.join({ email: address, source: undefined, affiliateCode: undefined });
  const { account } = await register(deps, { username: "Jo", password, email: oldEmail });
  const { id } = account.user;
  await deps.users.update(id, verifyEmail);
  await changeEmail(deps, { userId: id, currentPassword: password, email });
  const secret = await deps.links.create({ purpose: "verify-email", email, userId: id }, 1e9);
  await requestDeletion(deps, { sessionId: "session1", userId: id, password });
  const calls: string[] = [];
  const eraser = (name: string, done = true) => ({
    exportUser: () => Readable.from([]),
    eraseUser: (userId: UserId) => {
      calls.push(`${name} ${userId === id}`);
      return Promise.resolve(done);
    },
  });
  const invitation = await deps.links.create({ purpose: "convert-waitlist", email: oldEmail }, 1e9);
  return { deps, id, secret, invitation, calls, eraser };
};

const afterSettling = (deps: ReturnType<typeof fakeDeps>) => {
  deps.time.now = new Date(deps.time.now.getTime() + deps.deletionSettleMs);
};

describe("the deletion of an account", () => {
  it("requires the password and blocks every login after the request", async () => {
    const { deps, id } = await leaving();
    expect(deps.open.size).toBe(0);
    await expect(logIn(deps, { username: "Jo", password })).rejects.toMatchObject({
      code: "login.failed",
    });
    const stranger = fakeDeps();
    const { account } = await register(stranger, { username: "Jo", password });
    const wrong = requestDeletion(stranger, {
      sessionId: "session1",
      userId: account.user.id,
      password: "Wrong-horse-1",
    });
    await expect(wrong).rejects.toMatchObject({ code: "password.incorrect" });
    expect(await stranger.users.findDeletions(10)).toEqual([]);
    expect(await deps.users.findDeletions(10)).toEqual([id]);
  });

  it("asks billing at once and prediction after the settle time, then deletes the rest", async () => {
    const { deps, id, secret, invitation, calls, eraser } = await leaving();
    const userData = {
      ...deps.userData,
      billing: eraser("billing"),
      prediction: eraser("prediction"),
    };
    const go = () => continueDeletions({ ...deps, userData });
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
    expect(deps.pendingEmails.at(-1)).toMatchObject({ kind: "account-deleted", to: email });
    await go();
    expect(calls).toHaveLength(2);
  });

  it("writes no generated username into its email", async () => {
    const { deps, id } = await leaving();
    await deps.users.update(id, (user) => updated({ ...user, username: generatedUsername(id) }));
    await continueDeletions(deps);
    afterSettling(deps);
    await continueDeletions(deps);
    expect(deps.pendingEmails.at(-1)).toMatchObject({ kind: "account-deleted", data: {} });
    expect(JSON.stringify(deps.pendingEmails.at(-1))).not.toContain("player-");
  });

  it("ends sessions that the request could not end before services erase, and waits for their requests", async () => {
    const deps = fakeDeps();
    const { account } = await register(deps, { username: "Jo", password });
    const { id } = account.user;
    const sessions = { ...deps.sessions, closeAll: outage };
    const failed = requestDeletion(
      { ...deps, sessions },
      { sessionId: "session1", userId: id, password },
    );
    await expect(failed).rejects.toMatchObject({ kind: "unavailable" });
    const requested: string[] = [];
    const eraser = (name: string) => ({
      exportUser: () => Readable.from([]),
      eraseUser: () => {
        requested.push(`${name}, ${deps.open.size} open`);
        return Promise.resolve(true);
      },
    });
    const userData = {
      ...deps.userData,
      billing: eraser("billing"),
      prediction: eraser("prediction"),
    };
    afterSettling(deps);
    await continueDeletions({ ...deps, userData, sessions });
    expect([deps.open.size, requested]).toEqual([1, []]);
    await continueDeletions({ ...deps, userData });
    expect(requested).toEqual(["billing, 0 open"]);
    afterSettling(deps);
    await continueDeletions({ ...deps, userData });
    expect(requested).toEqual(["billing, 0 open", "prediction, 0 open"]);
    expect(await deps.users.find(id)).toBeUndefined();
  });

  it("continues where it stopped when a service has not finished or is unavailable", async () => {
    const { deps, id, calls, eraser } = await leaving();
    afterSettling(deps);
    const down = { ...eraser("down"), eraseUser: () => Promise.reject(new Error("down")) };
    const prediction = eraser("prediction");
    await continueDeletions({ ...deps, userData: { ...deps.userData, billing: down, prediction } });
    await continueDeletions({
      ...deps,
      userData: { ...deps.userData, billing: eraser("billing", false), prediction },
    });
    expect(calls).toEqual(["billing true"]);
    await continueDeletions({
      ...deps,
      userData: { ...deps.userData, billing: eraser("billing"), prediction: down },
    });
    expect((await deps.users.find(id))?.user.deletion?.erased).toEqual(["billing"]);
    await continueDeletions({ ...deps, userData: { ...deps.userData, billing: down, prediction } });
    expect(calls).toEqual(["billing true", "billing true", "prediction true"]);
    expect(await deps.users.find(id)).toBeUndefined();
  });

  it("finishes after a crash at any step", async () => {
    const steps = ["sessions", "links", "waitlist", "emails", "users"] as const;
    for (const step of steps) {
      const { deps, id } = await leaving();
      afterSettling(deps);
      const crash = () => Promise.reject(new Error("killed"));
      const broken = {
        sessions: { ...deps.sessions, closeAll: crash },
        links: { ...deps.links, revokeAll: crash },
        waitlist: { ...deps.waitlist, remove: crash },
        emails: { post: crash },
        users: { ...deps.users, remove: crash },
      };
      expect(await continueDeletions({ ...deps, [step]: broken[step] })).toHaveLength(1);
      await continueDeletions(deps);
      expect(await deps.users.find(id)).toBeUndefined();
      const emails = deps.pendingEmails.filter(({ kind }) => kind === "account-deleted");
      expect(emails).toHaveLength(1);
    }
  });
});
