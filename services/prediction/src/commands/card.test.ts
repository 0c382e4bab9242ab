import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { toArtifact } from "../engine/serving/artifact.ts";
import { fitSport } from "../engine/training/fit.ts";
import { miniature } from "../engine/testing/miniature.ts";
import { sports } from "../domain/sport.ts";
import { createWalker, startWalk } from "../engine/serving/walk.ts";
import { cardCommand } from "./card.ts";
import { runCommand } from "./command.ts";

const folder = mkdtempSync(join(tmpdir(), "model-card-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("model:card", () => {
  it("prints every model of the folder with its figures and without gaps", () => {
    const fitted = sports.map((sport) =>
      fitSport(sport, miniature(sport, 300), { first: 5, second: 5 }),
    );
    for (const model of fitted) {
      const walk = startWalk(createWalker(model.sport, model.systems));
      const artifact = toArtifact(model, walk, `${model.sport}-of-the-test`);
      writeFileSync(join(folder, `${model.sport}.json`), JSON.stringify(artifact));
    }
    for (const file of ["validation.json", "picks.json"]) {
      const committed = new URL(`../../models/${file}`, import.meta.url);
      copyFileSync(fileURLToPath(committed), join(folder, file));
    }
    const lines: string[] = [];
    const io = { out: (line: string) => lines.push(line), err: (line: string) => lines.push(line) };
    expect(runCommand(cardCommand, ["--models", folder], io)).toBe(0);
    const card = readFileSync(join(folder, "README.md"), "utf8");
    for (const { sport, backTest } of fitted) {
      expect(card).toContain(`${sport}-of-the-test`);
      expect(card).toContain(backTest.model.logLoss.toFixed(4));
    }
    expect(card).toMatch(/over home wins alone:\n.*NFL model 0\.02/);
    expect(card.match(/\| ECE market \|/g)).toHaveLength(2);
    expect(card).not.toMatch(/NaN|undefined|Infinity/);
    expect(lines).toHaveLength(1);
  }, 60_000);
});
