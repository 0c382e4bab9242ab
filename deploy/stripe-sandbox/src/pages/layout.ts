import { readFileSync } from "node:fs";
import type { Response } from "express";
import { type Html, html } from "./html.ts";

export const stylesheet = readFileSync(new URL("checkout.css", import.meta.url), "utf8");

/**
 * Sends a page without scripts. Its form may redirect to `origins`: browsers apply `form-action`
 * to redirects too.
 */
export function sendPage(
  res: Response,
  status: number,
  { title, main, origins = [] }: { title: string; main: Html; origins?: string[] },
): void {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${["'self'", ...origins].join(" ")}`,
  ];
  res
    .status(status)
    .set({
      "content-security-policy": policy.join("; "),
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    })
    .type("html")
    .send(page(title, main).markup);
}

function page(title: string, main: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="dark light" />
        <title>${title} · TEST payments</title>
        <link rel="stylesheet" href="/assets/checkout.css" />
      </head>
      <body>
        <header class="test">
          <p>
            <strong>TEST</strong> Payment sandbox for development. No real card is charged and
            nothing is sent to a bank.
          </p>
        </header>
        <main>${main}</main>
      </body>
    </html> `;
}
