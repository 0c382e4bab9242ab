import type { PasswordCost } from "../security/passwords.ts";

/** A thirtieth of the usual work, for tests that do not measure it. */
export const cheapPasswords: PasswordCost = { memoryCost: 1_024, timeCost: 2, parallelism: 1 };
