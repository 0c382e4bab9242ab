import type { DemoLogin } from "./seed.ts";

/** The lines that `make up` and `make compose` print last: addresses and logins. */
export function welcome(product: {
  origin: string;
  /** How long the start took, as text. */
  time: string;
  logins: DemoLogin[];
  /** The command that prints the current code of the admin. */
  adminCode: string;
  ports?: { MAILBOX_PORT: number; STRIPE_SANDBOX_PORT: number } | undefined;
}): string {
  const { origin, time, logins, adminCode, ports } = product;
  return [
    `\nOrbline is up after ${time}:  ${origin}`,
    ...logins.map(({ who, username, password }) => row(who, `${username.padEnd(18)} ${password}`)),
    ...(logins.length > 0 ? [row("admin code", adminCode)] : []),
    ...(ports
      ? [
          row("mailbox", `http://127.0.0.1:${ports.MAILBOX_PORT}`),
          row("payments", `http://127.0.0.1:${ports.STRIPE_SANDBOX_PORT}`),
        ]
      : []),
  ].join("\n");
}

const row = (name: string, value: string) => `  ${name.padEnd(12)} ${value}`;
