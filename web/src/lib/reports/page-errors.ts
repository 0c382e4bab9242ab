import { maxReportedErrors, type PageReport } from "@orbline/proto/constants/page-reports";

/** Errors that nobody has caught, until they are reported. */
export const pageErrors: PageReport["errors"] = [];

/** Collects errors that nobody catches. Only the class of an error and its place in the built files are kept. */
export function collectPageErrors(): void {
  window.addEventListener("error", ({ error }: ErrorEvent) => collect(error));
  window.addEventListener("unhandledrejection", ({ reason }) => collect(reason));
}

/** Adds an error to the next report. */
export function collect(error: unknown): void {
  if (!(error instanceof Error) || pageErrors.length >= maxReportedErrors) return;
  const [at = "unknown"] = /\/assets\/[\w.-]+\.js:\d+:\d+/.exec(error.stack ?? "") ?? [];
  if (!pageErrors.some((known) => known.at === at && known.name === error.name))
    pageErrors.push({ name: error.name, at });
}
