/** An event of one hour with an alarm at its start. */
export type CalendarEvent = { start: Date; title: string; text: string };

const hourMs = 3_600_000;

/** The event as an iCalendar file (RFC 5545). */
export function toCalendarFile({ start, title, text }: CalendarEvent): string {
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Orbline//EN",
    "BEGIN:VEVENT",
    `UID:${start.getTime()}@orbline`,
    `DTSTAMP:${stamp(start)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(new Date(start.getTime() + hourMs))}`,
    `SUMMARY:${escape(title)}`,
    `DESCRIPTION:${escape(text)}`,
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escape(title)}`,
    "TRIGGER:PT0S",
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

/** Saves the event as a file that calendar apps open. */
export function saveReminder(event: CalendarEvent): void {
  const url = URL.createObjectURL(new Blob([toCalendarFile(event)], { type: "text/calendar" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: "orbline.ics" });
  link.click();
  URL.revokeObjectURL(url);
}

// `20261125T095100Z`
function stamp(date: Date): string {
  return `${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function escape(text: string): string {
  return text.replaceAll(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");
}
