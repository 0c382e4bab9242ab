import type { BettingProfile } from "../domain/betting-profile.ts";
import type { BettingProfiles, OpenBets, Predictions } from "./ports.ts";

/** A user's settled bets by sport and risk, and what is open beside them. */
export const describeBettor =
  ({ predictions, profiles }: { predictions: Predictions; profiles: BettingProfiles }) =>
  async (userId: string): Promise<{ profile: BettingProfile; open: OpenBets[] }> => {
    const [profile, open] = await Promise.all([profiles.find(userId), predictions.openOf(userId)]);
    return { profile, open };
  };
