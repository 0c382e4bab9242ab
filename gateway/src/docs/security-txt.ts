import type { Response } from "express";
import { exchangeOf } from "../exchange/exchange.ts";

/** Path of the contact for security reports (RFC 9116). */
export const securityTxtPath = "/.well-known/security.txt";

const dayMs = 86_400_000;
/** RFC 9116 recommends less than a year. Each response counts anew, so the file never expires while we serve it. */
const validDays = 90;

type Options = {
  publicOrigin: string;
  /** Address for reports; empty for `security@` of the public host. */
  securityContact: string;
};

/** Sends the contact for security reports. */
export function sendSecurityTxt(
  response: Response,
  { publicOrigin, securityContact }: Options,
  now = new Date(),
): undefined {
  exchangeOf(response).label = securityTxtPath;
  const { hostname } = new URL(publicOrigin);
  const midnight = now.getTime() - (now.getTime() % dayMs);
  const lines = [
    `Contact: ${securityContact || `mailto:security@${hostname}`}`,
    `Expires: ${new Date(midnight + validDays * dayMs).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${publicOrigin}${securityTxtPath}`,
  ];
  response.setHeader("cache-control", "no-cache");
  response.type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
}
