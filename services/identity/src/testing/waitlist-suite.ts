import { describe, expect, it } from "vitest";
import type { UserId } from "../domain/user.ts";
import type { Waitlist } from "../use-cases/ports.ts";

/** Tests of the port, for the fake and the real store. */
export const waitlistSuite = (name: string, get: () => Waitlist) => {
  const nobody = undefined;

  describe(`the waitlist in ${name}`, () => {
    it("keeps the first entry of an address", async () => {
      const waitlist = get();
      const email = "first@example.com";
      await waitlist.join({ email, source: "hero", affiliateCode: "aff-1" });
      await waitlist.join({ email, source: "footer", affiliateCode: nobody });
      const entry = await waitlist.find(email);
      expect(entry).toMatchObject({ email, source: "hero", affiliateCode: "aff-1" });
      expect(entry?.convertedAt).toBeUndefined();
      expect(await waitlist.find("other@example.com")).toBeUndefined();
    });

    it("records the account made from an entry and removes the entry with that account", async () => {
      const waitlist = get();
      const email = "second@example.com";
      const userId = "usr_2" as UserId;
      await waitlist.join({ email, source: nobody, affiliateCode: nobody });
      await waitlist.convert(email, userId);
      expect((await waitlist.find(email))?.convertedAt).toBeInstanceOf(Date);
      await waitlist.remove({ userId, email: "changed@example.com" });
      expect(await waitlist.find(email)).toBeUndefined();
    });

    it("finds and removes the entries of an account's present and earlier addresses", async () => {
      const waitlist = get();
      const [owner, other] = ["usr_4" as UserId, "usr_5" as UserId];
      const [old, taken, now] = ["old@example.com", "taken@example.com", "now@example.com"];
      for (const email of [old, taken, now])
        await waitlist.join({ email, source: nobody, affiliateCode: nobody });
      await waitlist.convert(taken, other);
      for (const email of [old, taken, "never@example.com"]) await waitlist.assign(email, owner);
      const emails = async (userId: UserId, email?: string) =>
        (await waitlist.findOf({ userId, email })).map((entry) => entry.email);
      expect((await emails(owner, now)).toSorted()).toEqual([now, old]);
      expect(await emails(owner, old)).toEqual([old]);
      expect((await waitlist.find(old))?.convertedAt).toBeUndefined();
      await waitlist.remove({ userId: owner, email: now });
      expect(await emails(owner, now)).toEqual([]);
      expect(await emails(other)).toEqual([taken]);
    });

    it("removes the entry of an address that never became an account", async () => {
      const waitlist = get();
      const email = "third@example.com";
      await waitlist.join({ email, source: nobody, affiliateCode: nobody });
      await waitlist.remove({ userId: "usr_3" as UserId, email });
      expect(await waitlist.find(email)).toBeUndefined();
    });
  });
};
