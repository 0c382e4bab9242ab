import { type PageReport, pageReportPath } from "@orbline/proto/constants/page-reports";
import { onCLS, onINP, onLCP, onTTFB } from "web-vitals";
import { pageErrors } from "./page-errors.ts";

/**
 * Reports when the page is hidden or left: the first time how fast the first page of this visit was, and each time the errors
 * since the last report. The gateway keeps the route of the path only.
 */
export function reportPage(): void {
  const path = window.location.pathname;
  let measured: Pick<PageReport, "vitals" | "layoutShift"> = { vitals: {} };
  onLCP(({ value }) => (measured.vitals.LCP = value / 1_000));
  onINP(({ value }) => (measured.vitals.INP = value / 1_000));
  onTTFB(({ value }) => (measured.vitals.TTFB = value / 1_000));
  onCLS(({ value }) => (measured.layoutShift = value));
  let isFirst = true;
  // The measurements end in the same event, which reaches them first.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "hidden") return;
    if (isFirst || pageErrors.length > 0) send({ path, ...measured, errors: pageErrors.splice(0) });
    isFirst = false;
    measured = { vitals: {} };
  });
}

function send(report: PageReport): void {
  const body = new Blob([JSON.stringify(report)], { type: "application/json" });
  navigator.sendBeacon(pageReportPath, body);
}
