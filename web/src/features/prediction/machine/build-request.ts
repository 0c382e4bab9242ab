import type { NewPrediction } from "@orbline/proto/http/prediction";
import type { RiskLevel, Sport } from "@orbline/proto/constants/predictions";

type Wish = { sport: Sport; risk: RiskLevel; stake: number; requestCount: number };

/** The request for the n-th pick of a combination; only insane brings a random number. */
export const buildRequest = ({ sport, risk, stake, requestCount }: Wish): NewPrediction => {
  const timestamp = Date.now();
  return {
    query: `${sport} moneyline ${timestamp.toString(36)}-${requestCount}`,
    sport,
    riskLevel: risk,
    stake,
    requestCount,
    timestamp,
    forceNew: risk === "moderate" || requestCount >= 1 || risk === "insane",
    ...(risk === "insane" ? { randomize: Math.random() } : {}),
  };
};
