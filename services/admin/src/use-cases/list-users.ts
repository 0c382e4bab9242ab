import type { UserPage, UserQuery, UserViews } from "./ports.ts";

/** One page of users in the order of their names. @throws invalid for a cursor that we did not give out */
export const listUsers =
  ({ users }: { users: UserViews }) =>
  (query: UserQuery): Promise<UserPage> =>
    users.list(query);
