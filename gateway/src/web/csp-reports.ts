import { AppError } from "@orbline/kit/errors";
import type { Logger } from "@orbline/kit/observability/logger";
import type { Request, Response } from "express";
import { exchangeOf } from "../exchange/exchange.ts";
import { refuseMethod } from "../proxy/errors.ts";
import { readReport } from "./report-body.ts";

/** Where browsers report violations of a page's content security policy. */
export const cspReportPath = "/csp-reports";

/** Directives that a page's policy has, in the names that browsers report; any other counts as `other`. */
export const reportedDirectives = [
  "script-src-elem",
  "script-src-attr",
  "script-src",
  "style-src-elem",
  "style-src-attr",
  "style-src",
  "img-src",
  "font-src",
  "connect-src",
  "form-action",
  "require-trusted-types-for",
  "trusted-types",
  "other",
] as const;
export type ReportedDirective = (typeof reportedDirectives)[number];

type Options = { logger: Logger; onCspReport: (directive: ReportedDirective) => void };

/**
 * Counts a violation that a browser reports, and logs its directive and what kind of source was blocked. The addresses of a
 * report can name users and picks, so of an address only the origin is logged.
 */
export function cspReportHandler({ logger, onCspReport }: Options) {
  return async (request: Request, response: Response): Promise<void> => {
    exchangeOf(response).label = cspReportPath;
    if (request.method !== "POST") refuseMethod(request, response, "POST");
    const { directive, blocked } = parseReport(await readReport(request));
    onCspReport(directive);
    logger.warn({ directive, blocked }, "a browser reported a violation of the page's policy");
    response.status(204).end();
  };
}

/** @throws invalid for a body that is no report */
function parseReport(body: unknown): { directive: ReportedDirective; blocked: string } {
  const report = fieldOf(body, "csp-report");
  const named = fieldOf(report, "effective-directive") ?? fieldOf(report, "violated-directive");
  if (typeof named !== "string")
    throw new AppError("invalid", "report.invalid", "This is not a report of a policy violation.");
  const [name] = named.split(" ");
  const directive = reportedDirectives.find((known) => known === name) ?? "other";
  return { directive, blocked: sourceOf(fieldOf(report, "blocked-uri")) };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** The origin of a blocked address, or its keyword such as `inline`. */
function sourceOf(blocked: unknown): string {
  if (typeof blocked !== "string") return "unknown";
  if (/^[a-z-]{1,32}$/.test(blocked)) return blocked;
  const { protocol, host } = URL.parse(blocked) ?? {};
  return protocol === undefined ? "unknown" : `${protocol}//${host}`.slice(0, 128);
}
