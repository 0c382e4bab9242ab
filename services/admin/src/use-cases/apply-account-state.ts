import type { AccountState } from "../domain/user-view.ts";
import type { UserViews } from "./ports.ts";

/** Identity's word on an account; no state means that it is gone. */
export type ApplyAccountState = { id: string; seq: number; account: AccountState | undefined };

/** Takes over what identity tells of an account. Safe to repeat and in any order: the newest word stays. */
export const applyAccountState =
  ({ users }: { users: UserViews }) =>
  ({ id, seq, account }: ApplyAccountState): Promise<void> =>
    users.applyAccount(id, seq, account);
