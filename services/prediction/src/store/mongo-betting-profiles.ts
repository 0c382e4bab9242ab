import type { Connection } from "mongoose";
import { addBet, noProfile } from "../domain/betting-profile.ts";
import type { BettingProfiles } from "../use-cases/ports.ts";
import { countOnce } from "./count-once.ts";

/** Betting profiles in MongoDB, one document per user. */
export const mongoBettingProfiles = ({
  connection,
}: {
  connection: Connection;
}): BettingProfiles => {
  const profiles = countOnce({
    connection,
    collection: "user_betting_profiles",
    mark: "toProfile",
    empty: () => noProfile,
    add: addBet,
  });
  return {
    find: async (userId) => (await profiles.read(userId)) ?? noProfile,
    countSettled: profiles.countAll,
  };
};
