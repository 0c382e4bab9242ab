import { userState } from "@orbline/proto/states";
import type { User } from "../domain/user.ts";

/** The public state of an account on `identity.users`, without password hash and phone. */
export function encodeUser({ id, username, email, emailVerified, role, createdAt }: User): Buffer {
  const createdAtMs = createdAt.getTime();
  return userState.encode({ id, username, email, emailVerified, role, createdAtMs });
}
