import { hasSameAccess, requestDeletion as request } from "../domain/user-changes.ts";
import { passwordIncorrect } from "../domain/user-errors.ts";
import type { UserId } from "../domain/user.ts";
import type { Clock, Sessions } from "./ports.ts";
import { reenterPassword } from "./reenter-password.ts";
import type { VerifyDeps } from "./verify-credentials.ts";

/**
 * Begins the deletion of the user's own account: from here on it lets nobody in, its sessions end, and every service
 * erases the user, however long that takes. @throws invalid for a wrong password, rate-limited, unavailable
 */
export const requestDeletion =
  ({
    sessions,
    clock,
    ...deps
  }: VerifyDeps & {
    sessions: Sessions;
    clock: Clock;
  }) =>
  async (given: { userId: UserId; password: string; ip?: string | undefined }): Promise<void> => {
    const { userId } = given;
    const field = "password";
    const { user: before } = await reenterPassword(deps)({ ...given, field });
    await deps.users.update(userId, (user) => {
      const change = request(user, clock.now());
      if (change && !hasSameAccess(user, before)) throw passwordIncorrect(field);
      return change;
    });
    await sessions.closeAll(userId);
  };
