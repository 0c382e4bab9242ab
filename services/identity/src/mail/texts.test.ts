import { expect, it } from "vitest";
import { writeEmail } from "./texts.ts";

const greetingFor = (username: string) =>
  writeEmail("https://orbline.test", {
    kind: "verify-email",
    to: "jo@example.com",
    username,
    secret: "secret",
  }).text.split("\n")[0];

it("shows no username in a password's email that mail programs could make a link of", () => {
  const textFor = (username: string) =>
    writeEmail("https://orbline.test", {
      kind: "reset-password",
      to: "jo@example.com",
      username,
      secret: "secret",
      isFirst: false,
    }).text;
  expect(textFor("jo_1")).toContain("or with your username, jo_1.");
  expect(textFor("prizes.example")).not.toContain("prizes.example");
});

it("greets by the username, unless mail programs could make a link of it", () => {
  expect(greetingFor("jo_1")).toBe("Hello jo_1,");
  expect(greetingFor("prizes.example")).toBe("Hello,");
});
