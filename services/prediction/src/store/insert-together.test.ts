import { describe, expect, it } from "vitest";
import { insertTogether, type InsertAnswer } from "./insert-together.ts";

/** A database that answers when told to. */
const setUp = () => {
  const commands: { documents: number[]; answer: (answer: InsertAnswer | Error) => void }[] = [];
  const insert = insertTogether<number>({
    command: (documents) =>
      new Promise((resolve, reject) => {
        const answer = (told: InsertAnswer | Error) =>
          told instanceof Error ? reject(told) : resolve(told);
        commands.push({ documents, answer });
      }),
  });
  const sent = () => commands.map(({ documents }) => documents);
  const answer = async (index: number, told: InsertAnswer | Error = {}) => {
    commands[index]?.answer(told);
    // As many turns as an answer takes to reach its caller and the next command to leave.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { insert, sent, answer };
};

describe("inserts", () => {
  it("leave at once while there is room, and together once there is none", async () => {
    const { insert, sent, answer } = setUp();
    const all = [1, 2, 3, 4, 5].map(insert);
    expect(sent()).toEqual([[1], [2]]);
    await answer(0);
    expect(sent()).toEqual([[1], [2], [3, 4, 5]]);
    await answer(1);
    await answer(2);
    expect(await Promise.all(all)).toEqual([true, true, true, true, true]);
  });

  it("are no more than fifty in one command", async () => {
    const { insert, sent, answer } = setUp();
    const all = Array.from({ length: 60 }, (_, n) => insert(n));
    await answer(0);
    await answer(1);
    expect(sent().map(({ length }) => length)).toEqual([1, 1, 50, 8]);
    await answer(2);
    await answer(3);
    expect(await Promise.all(all)).toHaveLength(60);
  });

  it("of one command are told apart: stored, taken already, refused", async () => {
    const { insert, answer } = setUp();
    const first = [insert(1), insert(2)];
    const together = [insert(3), insert(4), insert(5)];
    await answer(0);
    await answer(2, {
      writeErrors: [
        { index: 1, code: 11_000 },
        { index: 2, code: 121, errmsg: "too large" },
      ],
    });
    expect(await together[0]).toBe(true);
    expect(await together[1]).toBe(false);
    await expect(together[2]).rejects.toThrow("not inserted: too large");
    await answer(1);
    expect(await Promise.all(first)).toEqual([true, true]);
  });

  it("fail with their command, and so do those that wait behind it", async () => {
    const { insert, sent, answer } = setUp();
    const ended = Promise.allSettled([1, 2, 3].map(insert));
    await answer(0, new Error("connection lost"));
    await answer(1, { writeConcernError: { errmsg: "no majority" } });
    expect(await ended).toMatchObject([
      { reason: { message: "connection lost" } },
      { reason: { message: "not durable: no majority" } },
      { reason: { message: "connection lost" } },
    ]);
    const later = insert(4);
    expect(sent()).toEqual([[1], [2], [4]]);
    await answer(2);
    expect(await later).toBe(true);
  });
});
