import { systemClock as clock } from "@orbline/kit/clock";
import { createLogger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import type { AccountConfig } from "./config.ts";
import { openUsers } from "./open-users.ts";
import { argon2Passwords } from "./passwords/argon2-passwords.ts";
import type { NewAccountDeps } from "./use-cases/new-account.ts";

/** Runs a command on the accounts, then publishes what it changed and closes everything. */
export const withAccounts = async <T>(
  config: AccountConfig,
  work: (deps: NewAccountDeps) => Promise<T>,
): Promise<T> => {
  const level = config.LOG_LEVEL;
  const logger = createLogger({ service: "identity", level, stream: process.stderr });
  const closers: (() => unknown)[] = [];
  const lifecycle = {
    onStop: (_name: string, close: () => unknown) => closers.push(close),
    fail: (error: Error) => {
      throw error;
    },
  };
  try {
    const metrics = createMetrics("identity-command");
    const { users } = await openUsers({ config, logger, metrics, lifecycle });
    const passwords = await argon2Passwords();
    return await work({ users, passwords, clock, specialNames: config.RESERVED_USERNAMES });
  } finally {
    for (const close of closers.toReversed()) await close();
  }
};
