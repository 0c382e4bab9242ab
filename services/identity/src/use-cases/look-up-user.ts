import { unreachable } from "@orbline/kit/errors";
import { userNotFound } from "../domain/user-errors.ts";
import type { UserId } from "../domain/user.ts";
import type { Account, Users } from "./ports.ts";

/** By what an account is looked up. */
export type UserKey =
  | { by: "id"; id: UserId }
  | { by: "username"; username: string }
  | { by: "email"; email: string };

const find = (users: Users, key: UserKey) => {
  switch (key.by) {
    case "id":
      return users.find(key.id);
    case "username":
      return users.findByUsername(key.username);
    case "email":
      return users.findByEmail(key.email);
    default:
      return unreachable(key);
  }
};

/** Finds one account for another service. @throws not-found */
export const lookUpUser =
  ({ users }: { users: Users }) =>
  async (key: UserKey): Promise<Account> => {
    const account = await find(users, key);
    if (!account) throw userNotFound();
    return account;
  };
