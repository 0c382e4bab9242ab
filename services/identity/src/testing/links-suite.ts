import { describe, expect, it } from "vitest";
import type { UserId } from "../domain/user.ts";
import type { Links } from "../use-cases/ports.ts";

const minuteMs = 60_000;

/** Tests of the port, for the fake and the real store. */
export const linksSuite = (
  name: string,
  get: () => { links: Links; passTime: (ms: number) => void },
) => {
  let ids = 0;
  const newLink = () => {
    ids += 1;
    return {
      purpose: "claim",
      email: `link${ids}@example.com`,
      userId: `usr_${ids}` as UserId,
      checkoutId: "chk_1",
    } as const;
  };

  describe(`links in ${name}`, () => {
    it("finds a link by its secret and lets only one of many concurrent calls use it", async () => {
      const { links } = get();
      const link = newLink();
      const secret = await links.create(link, minuteMs);
      expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
      expect(await links.find("claim", secret)).toEqual(link);
      const uses = await Promise.all(Array.from({ length: 5 }, () => links.use("claim", secret)));
      expect(uses.filter(Boolean)).toHaveLength(1);
      expect(await links.find("claim", secret)).toBeUndefined();
    });

    it("neither finds nor uses a link for another purpose", async () => {
      const { links } = get();
      const secret = await links.create(newLink(), minuteMs);
      expect(await links.find("reset-password", secret)).toBeUndefined();
      expect(await links.use("reset-password", secret)).toBe(false);
      expect(await links.use("claim", secret)).toBe(true);
    });

    it("neither finds nor uses an expired link", async () => {
      const { links, passTime } = get();
      const secret = await links.create(newLink(), minuteMs);
      passTime(minuteMs);
      expect(await links.find("claim", secret)).toBeUndefined();
      expect(await links.use("claim", secret)).toBe(false);
      await links.forgetExpired();
    });

    it("revokes one user's links, of one purpose or all, and no other user's", async () => {
      const { links } = get();
      const link = newLink();
      const mine = await links.create(link, minuteMs);
      const reset = await links.create({ ...link, purpose: "reset-password" }, minuteMs);
      const others = await links.create(newLink(), minuteMs);
      await links.revokeAll(link.userId, "reset-password");
      expect(await links.find("reset-password", reset)).toBeUndefined();
      expect(await links.find("claim", mine)).toEqual(link);
      await links.revokeAll(link.userId);
      expect(await links.find("claim", mine)).toBeUndefined();
      expect(await links.find("claim", others)).toBeDefined();
    });

    it("revokes a user's claim links of one purchase and no other links", async () => {
      const { links } = get();
      const link = newLink();
      const [first, second] = [
        await links.create(link, minuteMs),
        await links.create(link, minuteMs),
      ];
      const other = await links.create({ ...link, checkoutId: "chk_2" }, minuteMs);
      const reset = await links.create({ ...link, purpose: "reset-password" }, minuteMs);
      const theirs = await links.create(newLink(), minuteMs);
      await links.revokeClaims(link);
      for (const secret of [first, second])
        expect(await links.find("claim", secret)).toBeUndefined();
      for (const secret of [other, theirs]) expect(await links.find("claim", secret)).toBeDefined();
      expect(await links.find("reset-password", reset)).toBeDefined();
    });

    it("revokes the waitlist links of one address and no other links", async () => {
      const { links } = get();
      const link = newLink();
      const { email } = link;
      const purpose = "convert-waitlist" as const;
      const kept = await links.create(link, minuteMs);
      const other = await links.create({ purpose, email: `not-${email}` }, minuteMs);
      const invitation = await links.create({ purpose, email }, minuteMs);
      await links.revokeInvitations(email);
      expect(await links.find(purpose, invitation)).toBeUndefined();
      expect(await links.find(purpose, other)).toBeDefined();
      expect(await links.find("claim", kept)).toBeDefined();
    });
  });
};
