import type { AccountState } from "../domain/user-view.ts";
import type { DeadLetters, UserViews } from "./ports.ts";

/** Identity's word on an account; no state means that it is gone. */
export type ApplyAccountState = { id: string; seq: number; account: AccountState | undefined };

/**
 * Takes over what identity tells of an account. Safe to repeat and in any order: the newest word stays. Letters of
 * an account that is gone go too: they hold what it was, and a replay would bring it back.
 */
export const applyAccountState =
  ({ users, deadLetters }: { users: UserViews; deadLetters: DeadLetters }) =>
  async ({ id, seq, account }: ApplyAccountState): Promise<void> => {
    await users.applyAccount(id, seq, account);
    if (!account) await deadLetters.erase(id);
  };
