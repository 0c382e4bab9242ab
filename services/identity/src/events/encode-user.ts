import { userState } from "@orbline/proto/states";
import type { User } from "../domain/user.ts";

/** The public state of an account as `identity.users` carries it: never the hash or the phone. */
export const encodeUser = ({ id, username, email, emailVerified, role, createdAt }: User): Buffer =>
  userState.encode({
    id,
    username,
    ...(email !== undefined && { email }),
    emailVerified,
    role,
    createdAtMs: createdAt.getTime(),
  });
