import { AppError } from "@orbline/kit/errors";
import type { Logger } from "@orbline/kit/observability/logger";
import {
  maxReportedErrors,
  pageReportPath,
  type TimedVital,
  timedVitals,
} from "@orbline/proto/constants/page-reports";
import type { Request, Response } from "express";
import { z } from "zod";
import { exchangeOf } from "../exchange/exchange.ts";
import { refuseMethod } from "../proxy/errors.ts";
import { readReport } from "./report-body.ts";
import type { WebFiles } from "./web-files.ts";

const seconds = z.number().min(0).max(600);

/**
 * A report has no text that could name a user: only the name of an error's class, and a place in a built file.
 */
const reportSchema = z.strictObject({
  path: z.string().max(256),
  vitals: z.partialRecord(z.enum(timedVitals), seconds),
  layoutShift: z.number().min(0).max(100).optional(),
  errors: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[A-Z]\w{0,39}$/),
        at: z.string().regex(/^(?:\/assets\/[\w.-]{1,80}\.js:\d{1,7}:\d{1,7}|unknown)$/),
      }),
    )
    .max(maxReportedErrors),
});

export type PageReportObserver = {
  /** `page` is the path of a route, such as `/predictions/:id`. */
  onVital: (page: string, vital: TimedVital, seconds: number) => void;
  onLayoutShift: (page: string, shift: number) => void;
  onPageError: () => void;
};

type Options = { logger: Logger; web: WebFiles | undefined; pageReports: PageReportObserver };

/** Records what a browser reports of a visit: how fast the first page was, and errors of the app. */
export function pageReportHandler({ logger, web, pageReports }: Options) {
  return async (request: Request, response: Response): Promise<void> => {
    exchangeOf(response).label = pageReportPath;
    if (request.method !== "POST") refuseMethod(request, response, "POST");
    const { page, ...report } = parseReport(web, await readReport(request));
    for (const vital of timedVitals) {
      const value = report.vitals[vital];
      if (value !== undefined) pageReports.onVital(page, vital, value);
    }
    if (report.layoutShift !== undefined) pageReports.onLayoutShift(page, report.layoutShift);
    for (const { name, at } of report.errors) {
      pageReports.onPageError();
      logger.warn({ page, error: name, at }, "a browser reported an error of the web app");
    }
    response.status(204).end();
  };
}

/** @throws invalid for a body that is no report, and for a path without a page */
function parseReport(web: WebFiles | undefined, body: unknown) {
  const { data: report } = reportSchema.safeParse(body);
  const page = report && web?.pageOf(report.path);
  if (!report || page === undefined)
    throw new AppError("invalid", "report.invalid", "This is not a report of a page.");
  return { ...report, page };
}
