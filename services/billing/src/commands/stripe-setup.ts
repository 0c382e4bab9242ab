import { parseArgs } from "node:util";
import { readStripeSetupConfig } from "../config.ts";
import { modeOf, stripeClient } from "../stripe/client.ts";
import { setUpAccount } from "../stripe/setup/set-up-account.ts";

const usage = `Sets up a Stripe account for the product, or says what is missing.

  npm run stripe:setup [-- --check]

Reads STRIPE_SECRET_KEY (a test or a live key), PUBLIC_ORIGIN, BRAND, and STRIPE_API_BASE for the sandbox. Makes products, prices by
lookup key, the webhook endpoint with its events, and the settings of the customer portal. It can be repeated. --check changes
nothing. The exit code is 1 while something is missing or has to be done by hand. The secret of a new webhook endpoint is
printed once: it belongs into STRIPE_WEBHOOK_SECRET.
`;

const marks = { kept: "  ok     ", changed: "  changed", missing: "  missing", todo: "  TO DO  " };

async function main(check: boolean): Promise<string> {
  const config = readStripeSetupConfig();
  const { findings, webhookSecret } = await setUpAccount(stripeClient(config), {
    origin: config.PUBLIC_ORIGIN,
    brand: config.BRAND,
    apply: !check,
  });
  if (findings.some(({ result }) => result === "missing" || result === "todo"))
    process.exitCode = 1;
  return [
    `Stripe, ${modeOf(config)} mode`,
    ...findings.map(({ result, text }) => `${marks[result]} ${text}`),
    ...(webhookSecret ? [`\nSTRIPE_WEBHOOK_SECRET=${webhookSecret}`] : []),
    "",
  ].join("\n");
}

try {
  const options = { check: { type: "boolean" }, help: { type: "boolean" } } as const;
  const { values } = parseArgs({ options });
  process.stdout.write(values.help ? usage : await main(values.check ?? false));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
