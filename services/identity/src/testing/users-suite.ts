import { describe, expect, it } from "vitest";
import { noSubscription, type Subscription } from "../domain/subscription.ts";
import { registerUser, replacePasswordHash, type NewUser } from "../domain/user.ts";
import type { Users } from "../use-cases/ports.ts";

const now = new Date("2026-03-01T12:00:00.000Z");
const premium: Subscription = {
  status: "active",
  tier: "premium",
  endsAt: new Date("2026-04-01T00:00:00.000Z"),
  accessUntil: new Date("2026-04-02T00:00:00.000Z"),
};

let names = 0;

/** What every implementation of the port must do; runs against the one in memory and the real one. */
export const usersSuite = (name: string, getUsers: () => Users) => {
  const make = (input: Partial<NewUser> = {}) => {
    names += 1;
    const username = `Name.${names}`;
    const id = getUsers().nextId();
    return registerUser({ id, username, role: "user", passwordHash: "hash", ...input }, now);
  };

  describe(`users in ${name}`, () => {
    it("finds an account by id, and by name and e-mail in any case", async () => {
      const users = getUsers();
      const registered = make({ email: `Suite.${names}@Example.com`, phone: "555-123-4567" });
      const { id, username, email } = registered.state;
      const added = await users.add(registered);
      expect(added).toEqual({ user: registered.state, subscription: noSubscription, version: 1 });
      expect(await users.find(id)).toMatchObject(added);
      expect(await users.findByUsername(username.toUpperCase())).toMatchObject(added);
      expect(await users.findByEmail(email?.toUpperCase() ?? "")).toMatchObject(added);
    });

    it("finds nothing for a key that nobody has", async () => {
      const users = getUsers();
      expect(await users.find(users.nextId())).toBeUndefined();
      expect(await users.findByUsername("nobody")).toBeUndefined();
      expect(await users.findByEmail("nobody@example.com")).toBeUndefined();
    });

    it("refuses a second account of the same name, whatever its case", async () => {
      const users = getUsers();
      const first = make();
      await users.add(first);
      const second = make({ username: first.state.username.toUpperCase() });
      await expect(users.add(second)).rejects.toMatchObject({ code: "username.taken" });
    });

    it("refuses a second account of the same e-mail and says that it is the e-mail", async () => {
      const users = getUsers();
      const email = `twice.${names}@example.com`;
      await users.add(make({ email }));
      await expect(users.add(make({ email }))).rejects.toMatchObject({ code: "email.taken" });
    });

    it("takes any number of accounts without an e-mail", async () => {
      const users = getUsers();
      await users.add(make());
      await expect(users.add(make())).resolves.toMatchObject({ version: 1 });
    });

    it("stores a change as the next version, and nothing when there is no change", async () => {
      const users = getUsers();
      const { state } = make();
      await users.add({ eventType: "user.registered", state });
      await users.update(state.id, (user) => replacePasswordHash(user, "newer"));
      await users.update(state.id, () => undefined);
      const found = await users.find(state.id);
      expect(found).toMatchObject({ version: 2, user: { passwordHash: "newer" } });
    });

    it("has no account to change under an unknown id", async () => {
      const users = getUsers();
      const change = users.update(users.nextId(), () => undefined);
      await expect(change).rejects.toMatchObject({ kind: "not-found" });
    });

    it("keeps what billing told last, in whatever order it comes, through changes of the account", async () => {
      const users = getUsers();
      const { state } = make();
      await users.add({ eventType: "user.registered", state });
      expect(await users.projectSubscription(state.id, premium, 3)).toBe(true);
      expect(await users.projectSubscription(state.id, noSubscription, 2)).toBe(false);
      expect(await users.projectSubscription(state.id, noSubscription, 3)).toBe(false);
      await users.update(state.id, (user) => replacePasswordHash(user, "newer"));
      expect(await users.find(state.id)).toMatchObject({ subscription: premium, version: 2 });
    });

    it("lets what billing tells of an unknown user be", async () => {
      const users = getUsers();
      const id = users.nextId();
      expect(await users.projectSubscription(id, premium, 1)).toBe(false);
      expect(await users.find(id)).toBeUndefined();
    });
  });
};
