import { describe, expect, it } from "vitest";
import { openDatabase } from "./database.ts";
import { createSettings } from "./settings.ts";

describe("transaction", () => {
  it("rolls back nested transactions with the outer one and notifies listeners only of commits", () => {
    const database = openDatabase(":memory:");
    const settings = createSettings(database);
    let commits = 0;
    database.afterCommit(() => (commits += 1));
    expect(() =>
      database.transaction(() => {
        settings.write("a", 1);
        database.transaction(() => settings.write("b", 2));
        throw new Error("undo");
      }),
    ).toThrow("undo");
    expect([settings.read("a", 0), settings.read("b", 0), commits]).toEqual([0, 0, 0]);
    database.transaction(() => database.transaction(() => settings.write("a", 1)));
    expect([settings.read("a", 0), commits]).toEqual([1, 1]);
  });
});
