import { describe, expect, it } from "vitest";
import { type AuditEntry, checkChain, nextEntry } from "./audit-chain.ts";

const at = new Date("2026-03-01T12:00:00.000Z");
const key = "a-key-outside-the-database";

/** A complete chain with this number of actions, each with its end. */
const chainOf = (actions: number, chainKey: string | null = key): AuditEntry[] => {
  const chain: AuditEntry[] = [];
  for (let n = 1; n <= actions; n += 1) {
    const begun = nextEntry(
      chain.at(-1),
      {
        kind: "begun",
        at,
        actorId: "adm",
        action: "refund-payment",
        target: { kind: "payment", id: `pay_${n}` },
        commandId: `c${n}`,
        reason: "goodwill",
        details: { amountCents: 100 * n },
        before: { refundedCents: 0, plan: null },
      },
      chainKey ?? undefined,
    );
    const after = { refundedCents: 100 * n };
    const end = { kind: "ended", begun: begun._id, at, outcome: "done", after } as const;
    chain.push(begun, nextEntry(begun, end, chainKey ?? undefined));
  }
  return chain;
};

describe("checkChain", () => {
  it("accepts an intact chain in any order of fields", async () => {
    const chain = chainOf(3);
    const reversed = chain.map(
      (entry) => Object.fromEntries(Object.entries(entry).toReversed()) as AuditEntry,
    );
    const head = chain.at(-1)?.hash;
    expect(await checkChain(reversed, { key })).toEqual({ length: 6, head });
    expect(await checkChain([], { key })).toMatchObject({ length: 0 });
  });

  it.each<[string, (chain: AuditEntry[]) => unknown, string]>([
    [
      "a changed reason",
      (chain) => Object.assign(chain[2] ?? {}, { reason: "x" }),
      "3 was changed",
    ],
    [
      "a changed sum",
      (chain) =>
        Object.assign(chain[2]?.kind === "begun" ? chain[2].details : {}, { amountCents: 1 }),
      "3 was changed",
    ],
    [
      "a changed time",
      (chain) => Object.assign(chain[1] ?? {}, { at: new Date(0) }),
      "2 was changed",
    ],
    ["an added field", (chain) => Object.assign(chain[0] ?? {}, { note: "x" }), "1 was changed"],
    ["a removed entry", (chain) => chain.splice(2, 1), "3 is missing"],
    ["a removed first entry", (chain) => chain.shift(), "1 is missing"],
    ["a repeated entry", (chain) => chain.splice(2, 0, ...chain.slice(1, 2)), "3 is missing"],
    [
      "an entry that was changed and hashed again",
      (chain) => {
        const [first] = chain;
        if (first?.kind === "begun")
          chain[0] = nextEntry(
            undefined,
            {
              kind: "begun",
              at,
              actorId: "other",
              action: first.action,
              target: first.target,
              commandId: first.commandId,
              details: {},
              before: {},
            },
            key,
          );
      },
      "2 does not follow entry 1",
    ],
  ])("detects %s", async (_what, tamper, fault) => {
    const chain = chainOf(3);
    tamper(chain);
    expect((await checkChain(chain, { key })).fault).toContain(fault);
  });

  it("detects a shortened or rewritten chain by comparing it with a noted entry", async () => {
    const chain = chainOf(3);
    const noted = [{ number: 6, hash: chain[5]?.hash ?? "" }];
    expect(await checkChain(chain, { key, noted })).not.toHaveProperty("fault");
    expect((await checkChain(chain.slice(0, 4), { key })).fault).toBeUndefined();
    expect((await checkChain(chain.slice(0, 4), { key, noted })).fault).toBe("entry 5 is missing");
    const other = [{ number: 2, hash: "f".repeat(64) }];
    expect((await checkChain(chain, { key, noted: other })).fault).toBe("entry 2 is another one");
  });

  it("detects a chain that was rewritten without its key", async () => {
    const rewritten = chainOf(3, "another-key");
    expect((await checkChain(rewritten, { key })).fault).toBe("entry 1 was changed");
    const noted = [{ number: 6, hash: chainOf(3)[5]?.hash ?? "" }];
    const unkeyed = chainOf(3, null);
    for (const entry of unkeyed) expect(entry).not.toHaveProperty("keyed");
    expect((await checkChain(unkeyed, { key, noted })).fault).toBe("entry 6 is another one");
  });

  it("accepts entries without a key before the first one with it, and none after", async () => {
    const [old] = chainOf(1, null);
    const end = { kind: "ended", begun: 1, at, outcome: "done", after: {} } as const;
    const keyed = nextEntry(old, end, key);
    expect(await checkChain([old, keyed] as AuditEntry[], { key })).toMatchObject({ length: 2 });
    const forged = nextEntry(keyed, { ...end, begun: 2 }, undefined);
    const { fault } = await checkChain([old, keyed, forged] as AuditEntry[], { key });
    expect(fault).toBe("entry 3 was made without the key");
    expect((await checkChain([old, keyed] as AuditEntry[])).fault).toContain("needs the key");
  });
});
