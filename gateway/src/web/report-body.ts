import type { Request } from "express";
import { bodyTooLarge } from "../proxy/errors.ts";
import { readBody } from "../proxy/request-body.ts";

const maxReportBytes = 16_384;

/** Reads a browser's report. Returns undefined for a body that is no JSON. @throws too-large above 16 kB */
export async function readReport(request: Request): Promise<unknown> {
  const body = await wholeBody(request);
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function wholeBody(request: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const onTooLarge = () => reject(bodyTooLarge());
    request.once("error", reject);
    readBody({ request, limit: maxReportBytes, onTooLarge, onBody: resolve });
  });
}
