import { describe, expect, it } from "vitest";
import { noSubscription, type Subscription } from "../domain/subscription.ts";
import {
  changeContact,
  changePassword,
  registerUser,
  requestDeletion,
  updated,
} from "../domain/user-changes.ts";
import type { NewUser } from "../domain/user.ts";
import type { Users } from "../use-cases/ports.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const premium: Subscription = {
  status: "active",
  tier: "premium",
  plan: "monthly",
  endsAt: new Date("2026-04-01T00:00:00.000Z"),
  accessUntil: new Date("2026-04-02T00:00:00.000Z"),
};

let names = 0;

/** Tests of the port, for the fake and the real store. */
export const usersSuite = (name: string, getUsers: () => Users) => {
  const make = (input: Partial<NewUser> = {}) => {
    names += 1;
    const username = `Name.${names}`;
    const id = getUsers().nextId();
    return registerUser({ id, username, role: "user", passwordHash: "hash", ...input }, now);
  };

  describe(`users in ${name}`, () => {
    it("finds an account by id, and by name and email in any case", async () => {
      const users = getUsers();
      const registered = make({ email: `Suite.${names}@Example.com`, phone: "555-123-4567" });
      const { id, username, email } = registered.state;
      const added = await users.add(registered);
      expect(added).toEqual({ user: registered.state, subscription: noSubscription, version: 1 });
      expect(await users.find(id)).toMatchObject(added);
      expect(await users.findByUsername(username.toUpperCase())).toMatchObject(added);
      expect(await users.findByEmail(email?.toUpperCase() ?? "")).toMatchObject(added);
    });

    it("finds no account for an unknown key", async () => {
      const users = getUsers();
      expect(await users.find(users.nextId())).toBeUndefined();
      expect(await users.findByUsername("nobody")).toBeUndefined();
      expect(await users.findByEmail("nobody@example.com")).toBeUndefined();
    });

    it("refuses a second account of the same name in any case", async () => {
      const users = getUsers();
      const first = make();
      await users.add(first);
      const second = make({ username: first.state.username.toUpperCase() });
      await expect(users.add(second)).rejects.toMatchObject({ code: "username.taken" });
    });

    it("refuses a second account of the same email with email.taken", async () => {
      const users = getUsers();
      const email = `twice.${names}@example.com`;
      await users.add(make({ email }));
      await expect(users.add(make({ email }))).rejects.toMatchObject({ code: "email.taken" });
    });

    it("stores any number of accounts without an email", async () => {
      const users = getUsers();
      await users.add(make());
      await expect(users.add(make())).resolves.toMatchObject({ version: 1 });
    });

    it("stores a change as the next version, and no version without a change", async () => {
      const users = getUsers();
      const registered = make();
      const { state } = registered;
      await users.add(registered);
      await users.update(state.id, (user) => changePassword(user, "newer", now));
      await users.update(state.id, () => undefined);
      const found = await users.find(state.id);
      expect(found).toMatchObject({ version: 2, user: { passwordHash: "newer" } });
    });

    it("refuses a change to a taken name or email with a code that names the field", async () => {
      const users = getUsers();
      const email = `first.${names}@example.com`;
      const first = make({ email });
      const second = make();
      await users.add(first);
      await users.add(second);
      const change = (to: { email?: string; username?: string }) =>
        users.update(second.state.id, (user) => ({
          eventType: "user.updated",
          state: { ...user, ...to },
          emails: [],
        }));
      await expect(change({ email })).rejects.toMatchObject({ code: "email.taken" });
      const username = first.state.username.toLowerCase();
      await expect(change({ username })).rejects.toMatchObject({ code: "username.taken" });
      expect(await users.find(second.state.id)).toMatchObject({ version: 1 });
    });

    it("holds a verified email that an account has lost, so that only this account gets it back", async () => {
      const users = getUsers();
      const email = `held.${names}@example.com`;
      const registered = make({ email, emailVerified: true });
      const { id } = registered.state;
      await users.add(registered);
      const changeTo = (next: string) =>
        users.update(id, (user) => updated({ ...user, email: next }));
      await changeTo(`new.${email}`);
      expect(await users.findByEmail(email)).toBeUndefined();
      await expect(users.add(make({ email }))).rejects.toMatchObject({ code: "email.taken" });
      await changeTo(email);
      expect(await users.findByEmail(email)).toMatchObject({ user: { id } });
      await changeTo(`new.${email}`);
      await users.remove(id);
      await users.add(make({ email }));
    });

    it("frees an email that an account has lost and never verified, because it may be a stranger's", async () => {
      const users = getUsers();
      const email = `foreign.${names}@example.com`;
      const registered = make({ email });
      await users.add(registered);
      const next = `own.${names}@example.com`;
      await users.update(registered.state.id, (user) => updated({ ...user, email: next }));
      const owner = await users.add(make({ email }));
      expect((await users.findByEmail(email))?.user.id).toBe(owner.user.id);
    });

    it("forgets a removed account and frees its name and email", async () => {
      const users = getUsers();
      const registered = make({ email: `gone.${names}@example.com` });
      const { id, username, email = "" } = registered.state;
      await users.add(registered);
      await users.remove(id);
      await users.remove(id);
      expect(await users.find(id)).toBeUndefined();
      expect(await users.findByUsername(username)).toBeUndefined();
      const change = users.update(id, (user) => changeContact(user, { email: "b@b.de" }, now));
      await expect(change).rejects.toMatchObject({ kind: "not-found" });
      await users.add(make({ username, email }));
    });

    it("lists accounts whose deletion is in progress", async () => {
      const users = getUsers();
      const registered = make();
      const { id } = registered.state;
      await users.add(registered);
      expect(await users.findDeletions(1_000)).not.toContain(id);
      await users.update(id, (user) => requestDeletion(user, now));
      expect(await users.findDeletions(1_000)).toContain(id);
      await users.remove(id);
      expect(await users.findDeletions(1_000)).not.toContain(id);
    });

    it("lists every deletion in progress within some batches, even if earlier ones stay", async () => {
      const users = getUsers();
      const leaving = [make(), make(), make()];
      for (const registered of leaving) {
        await users.add(registered);
        await users.update(registered.state.id, (user) => requestDeletion(user, now));
      }
      const seen = new Set([...(await users.findDeletions(2)), ...(await users.findDeletions(2))]);
      for (const { state } of leaving) {
        expect(seen).toContain(state.id);
        await users.remove(state.id);
      }
    });

    it("refuses to change an unknown account", async () => {
      const users = getUsers();
      const change = users.update(users.nextId(), () => undefined);
      await expect(change).rejects.toMatchObject({ kind: "not-found" });
    });

    it("keeps the newest subscription for any order of events and after changes of the account", async () => {
      const users = getUsers();
      const registered = make();
      const { state } = registered;
      await users.add(registered);
      await users.projectSubscription(state.id, premium, 3);
      await users.projectSubscription(state.id, noSubscription, 2);
      await users.projectSubscription(state.id, noSubscription, 3);
      await users.update(state.id, (user) => changePassword(user, "newer", now));
      expect(await users.find(state.id)).toMatchObject({ subscription: premium, version: 2 });
    });

    it("ignores the subscription of an unknown user", async () => {
      const users = getUsers();
      const id = users.nextId();
      await users.projectSubscription(id, premium, 1);
      expect(await users.find(id)).toBeUndefined();
    });
  });
};
