import { expect, it } from "vitest";
import { ageOf } from "./provider-diagnosis.tsx";

const now = Date.parse("2026-11-21T12:00:00Z");

it.each([
  ["2026-11-21T12:00:05Z", "0 s"],
  ["2026-11-21T11:59:20Z", "40 s"],
  ["2026-11-21T11:48:00Z", "12 min"],
  ["2026-11-21T09:01:00Z", "2 h"],
  ["2026-11-18T12:00:00Z", "3 d"],
])("shows the age of %s as %s", (moment, age) => expect(ageOf(moment, now)).toBe(age));
