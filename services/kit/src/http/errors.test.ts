import express from "express";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { AppError } from "../errors.ts";
import { errorHandler } from "./errors.ts";
import { createLogger } from "../observability/logger.ts";

const logged = async (error: AppError) => {
  const stream = new PassThrough();
  const app = express();
  app.use(() => {
    throw error;
  });
  app.use(errorHandler(createLogger({ service: "test", level: "info", stream })));
  const server = app.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const { status } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const written = stream.read() as Buffer | null;
  return { status, line: JSON.parse(String(written)) as Record<string, unknown> | null };
};

it("logs an outage with its cause as a warning, and does not log a refusal under load", async () => {
  const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  const outage = await logged(new AppError("unavailable", "db.down", "down", { cause }));
  expect(outage.line).toMatchObject({
    level: "warn",
    code: "db.down",
    cause: "Error ECONNREFUSED",
  });
  const busy = await logged(new AppError("unavailable", "upstream.busy", "busy"));
  expect(busy.line).toBeNull();
  const late = await logged(new AppError("timeout", "upstream.timeout", "late"));
  expect(late.line).toMatchObject({ level: "warn", code: "upstream.timeout" });
  expect([outage.status, busy.status, late.status]).toEqual([503, 503, 504]);
});
