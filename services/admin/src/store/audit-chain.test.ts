import { describe, expect, it } from "vitest";
import { type AuditEntry, checkChain, nextEntry } from "./audit-chain.ts";

const at = new Date("2026-03-01T12:00:00.000Z");

/** A complete chain with this number of actions, each with its end. */
const chainOf = (actions: number): AuditEntry[] => {
  const chain: AuditEntry[] = [];
  for (let n = 1; n <= actions; n += 1) {
    const begun = nextEntry(chain.at(-1), {
      kind: "begun",
      at,
      actorId: "adm",
      action: "refund-payment",
      target: { kind: "payment", id: `pay_${n}` },
      commandId: `c${n}`,
      reason: "goodwill",
      details: { amountCents: 100 * n },
      before: { refundedCents: 0, plan: null },
    });
    const after = { refundedCents: 100 * n };
    const end = { kind: "ended", begun: begun._id, at, outcome: "done", after } as const;
    chain.push(begun, nextEntry(begun, end));
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
    expect(await checkChain(reversed)).toEqual({ length: 6, head });
    expect(await checkChain([])).toMatchObject({ length: 0 });
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
          chain[0] = nextEntry(undefined, {
            kind: "begun",
            at,
            actorId: "other",
            action: first.action,
            target: first.target,
            commandId: first.commandId,
            details: {},
            before: {},
          });
      },
      "2 does not follow entry 1",
    ],
  ])("detects %s", async (_what, tamper, fault) => {
    const chain = chainOf(3);
    tamper(chain);
    expect((await checkChain(chain)).fault).toContain(fault);
  });

  it("detects a shortened or rewritten chain by comparing it with a noted entry", async () => {
    const chain = chainOf(3);
    const noted = { number: 6, hash: chain[5]?.hash ?? "" };
    expect(await checkChain(chain, noted)).not.toHaveProperty("fault");
    expect((await checkChain(chain.slice(0, 4))).fault).toBeUndefined();
    expect((await checkChain(chain.slice(0, 4), noted)).fault).toBe("entry 5 is missing");
    const other = { ...noted, hash: "f".repeat(64) };
    expect((await checkChain(chain, other)).fault).toBe("entry 6 is another one");
  });
});
