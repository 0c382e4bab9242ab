import { expect, it } from "vitest";
import { runCommand } from "./command.ts";
import { oddsPlanCommand } from "./odds-plan.ts";

function run(...argv: string[]) {
  const lines: string[] = [];
  const io = { out: (line: string) => lines.push(line), err: (line: string) => lines.push(line) };
  return { code: runCommand(oddsPlanCommand, argv, io), text: lines.join("\n") };
}

it("prints what a plan gives for the chosen sports", () => {
  const { code, text } = run("--credits", "20000", "--sports", "nfl,nba");
  expect(code).toBe(0);
  expect(text).toContain("2 competitions, a game a day in each: NFL, NBA");
  expect(text).toMatch(/\n\| 20,000 \| 1\d,\d{3} \|/);
  expect(text).toMatch(/These competitions use at most 1\d,\d{3} credits a month\.$/);
});

it("prints every plan of the provider when no credits are named", () => {
  const { text } = run("--sports", "soccer", "--leagues", "epl");
  expect(text.match(/\n\| [\d,]+ \|/g)).toEqual(
    ["500", "20,000", "100,000", "5,000,000"].map((credits) => `\n| ${credits} |`),
  );
});

it.each([
  [["--credits", "many"], '--credits must be a whole number, not "many"'],
  [["--sports", "cricket"], 'unknown sport "cricket"'],
  [["--leagues", "j1"], 'unknown league "j1"'],
])("refuses %j in one line", (argv, problem) => {
  const { code, text } = run(...argv);
  expect(code).toBe(2);
  expect(text).toContain(problem);
});
