import { Readable } from "node:stream";
import type { Logger } from "@orbline/kit/observability/logger";
import type { Request, Response } from "express";
import { expect, it } from "vitest";
import { cspReportHandler } from "./csp-reports.ts";

/** The log line and the counted directive of a report. */
const handle = async (fields: Record<string, unknown>) => {
  const lines: unknown[] = [];
  const counted: string[] = [];
  const logger = { warn: (line: unknown) => lines.push(line) } as unknown as Logger;
  const request = Object.assign(
    Readable.from([Buffer.from(JSON.stringify({ "csp-report": fields }))]),
    {
      method: "POST",
    },
  );
  let status = 0;
  const end = (code: number) => {
    status = code;
    return { end: () => undefined };
  };
  const response = { locals: { exchange: {} }, status: end };
  const handler = cspReportHandler({ logger, onCspReport: (name) => counted.push(name) });
  await handler(request as unknown as Request, response as unknown as Response);
  expect(status).toBe(204);
  expect(lines).toHaveLength(1);
  return { line: lines[0], counted };
};

it("logs the origin of a blocked address, and nothing that could name a user", async () => {
  const { line, counted } = await handle({
    "effective-directive": "img-src",
    "blocked-uri": "https://ads.test/maria@example.com?token=canary-secret",
    "document-uri": "https://orbline.test/reset-password?token=canary-secret",
    "script-sample": "canary-secret",
    "source-file": "https://orbline.test/predictions/canary-secret",
  });
  expect(line).toEqual({ directive: "img-src", blocked: "https://ads.test" });
  expect(counted).toEqual(["img-src"]);
});

it.each([
  ["script-src-elem", "inline", "script-src-elem", "inline"],
  [
    "require-trusted-types-for",
    "trusted-types-sink",
    "require-trusted-types-for",
    "trusted-types-sink",
  ],
  ["img-src 'self'", "data", "img-src", "data"],
  ["canary secret", "maria@example.com", "other", "unknown"],
  ["font-src", { secret: true }, "font-src", "unknown"],
])("reads a report of %j with the source %j", async (named, source, directive, blocked) => {
  const { line } = await handle({ "violated-directive": named, "blocked-uri": source });
  expect(line).toEqual({ directive, blocked });
});
