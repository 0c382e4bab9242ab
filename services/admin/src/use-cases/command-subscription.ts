import type { AdminAction, Facts } from "../domain/audit.ts";
import { type UserView, withSubscription } from "../domain/user-view.ts";
import { audited } from "./audited.ts";
import { awaitVersion } from "./await-version.ts";
import { findUser } from "./find-user.ts";
import type { AdminDeps, CommandResult } from "./ports.ts";

/** What the log says of a subscription. */
const facts = ({
  status,
  tier,
  endDate,
}: Pick<UserView, "status" | "tier" | "endDate">): Facts => ({
  status,
  tier,
  endDate: endDate?.toISOString() ?? null,
});

type Command = {
  action: AdminAction;
  actorId: string;
  userId: string;
  reason?: string;
  details: Facts;
  /** What a repetition is known by; a new one when left out. */
  commandId?: string | undefined;
};

/**
 * Carries out one command on a user's subscription and audits it; answers the user as he then stands.
 * @throws not-found, unavailable, and what the command throws
 */
export const commandSubscription =
  (deps: AdminDeps) =>
  async (
    { userId, commandId = deps.newId(), ...command }: Command,
    carryOut: (id: string) => Promise<CommandResult>,
  ): Promise<UserView> => {
    const user = await findUser(deps)(userId);
    const { subscription, version } = await audited(deps)({
      ...command,
      target: { kind: "user", id: userId },
      commandId,
      before: facts(user),
      carryOut,
      after: (result) => facts(result.subscription),
    });
    await awaitVersion(deps)(userId, version);
    return withSubscription(user, subscription);
  };
