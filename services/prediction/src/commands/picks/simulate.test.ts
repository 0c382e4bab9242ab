import { expect, it } from "vitest";
import { riskLevels } from "../../domain/risk.ts";
import { loadModels } from "../../slates/models.ts";
import { createTally } from "./calibration.ts";
import { simulate } from "./simulate.ts";

it("picks of a simulated season win as often as estimated, at every risk level", () => {
  const tally = createTally("a season");
  for (const seed of ["one", "two"]) tally.add(simulate(seed, 8, loadModels()));
  for (const risk of riskLevels) {
    const row = tally.rows().find((one) => one.risk === risk && one.part === "all");
    if (!row) throw new Error(`there are no ${risk} picks`);
    expect(row.n).toBeGreaterThan(3_000);
    expect(Math.abs(row.won - row.estimated) / row.standardError).toBeLessThan(3);
  }
});
