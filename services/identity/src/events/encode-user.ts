import type { UserState, UserState__Output } from "@orbline/proto/gen/identity/v1/UserState";
import { messageCodec } from "@orbline/proto/load";
import type { User } from "../domain/user.ts";

const codec = messageCodec<UserState, UserState__Output>(
  "identity/v1/identity_events.proto",
  "identity.v1.UserState",
);

/** The public state of an account as `identity.users` carries it: never the hash or the phone. */
export const encodeUser = ({ id, username, email, emailVerified, role, createdAt }: User): Buffer =>
  codec.encode({
    id,
    username,
    ...(email !== undefined && { email }),
    emailVerified,
    role,
    createdAtMs: createdAt.getTime(),
  });
