import type { PasswordCost } from "../security/passwords.ts";

/** Password hashing at a thirtieth of the usual cost, for tests. */
export const cheapPasswords: PasswordCost = { memoryCost: 1_024, timeCost: 2, parallelism: 1 };
