import { expect, it } from "vitest";
import { toCalendarFile } from "./calendar.ts";

it("writes an event with its start in UTC and an alarm at the start", () => {
  const file = toCalendarFile({
    start: new Date("2026-11-24T09:51:00Z"),
    title: "Trial ends, tomorrow",
    text: "Cancel; or keep it",
  });
  expect(file.split("\r\n")).toEqual(
    expect.arrayContaining([
      "DTSTART:20261124T095100Z",
      "DTEND:20261124T105100Z",
      "SUMMARY:Trial ends\\, tomorrow",
      "DESCRIPTION:Cancel\\; or keep it",
      "TRIGGER:PT0S",
    ]),
  );
});
