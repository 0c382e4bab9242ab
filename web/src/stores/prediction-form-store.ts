import { stakeLimits } from "@orbline/proto/constants/predictions";
import type { RiskLevel, Sport } from "@orbline/proto/constants/predictions";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { site } from "#/lib/site.ts";

/** The stakes with a button. */
export const quickStakes = [10, 25, 50, 100, 500, 1000] as const;

/** Rounds a stake to cents and clamps it to the limits. */
const clampStake = (value: number) =>
  Math.min(stakeLimits.max, Math.max(stakeLimits.min, Math.round(value * 100) / 100));

const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;

/**
 * Parses a typed stake and clamps it to the limits. A comma separates thousands if three digits follow it, else
 * decimals, as on the keypads of many phones. No text is the default stake; undefined if the text is not a number.
 */
export function parseStake(text: string): number | undefined {
  const typed = text.trim();
  if (typed === "") return stakeLimits.default;
  const value = Number(typed.replaceAll(",", grouped.test(typed) ? "" : "."));
  return Number.isFinite(value) ? clampStake(value) : undefined;
}

type Choices = {
  /** Undefined while the typed stake is not a number. */
  stake: number | undefined;
  sport: Sport | undefined;
  risk: RiskLevel | undefined;
  /** The game of the sport that every pick has to have, if one is wanted. */
  game: { id: string; name: string } | undefined;
  /** Sport, risk and game of the last request. Another combination restarts the count. */
  comboKey: string | undefined;
  requestCount: number;
  analysisShown: boolean;
  /** Id of the prediction on screen. */
  shownId: string | undefined;
  /** Shows the notice before the NFL season. The site configuration sets it; a change of sport or a reset clears it. */
  nflNotice: boolean;
};

type PredictionForm = Choices & {
  setStake: (stake: number | undefined) => void;
  setSport: (sport: Sport) => void;
  /** Chooses a game and its sport. */
  setGame: (sport: Sport, game: Choices["game"]) => void;
  setRisk: (risk: RiskLevel) => void;
  toggleAnalysis: () => void;
  setShown: (id: string) => void;
  /** Counts a request for the selected combination and returns its number. */
  countRequest: () => number;
  reset: () => void;
};

const cleared = {
  sport: undefined,
  risk: undefined,
  game: undefined,
  comboKey: undefined,
  requestCount: 0,
  analysisShown: false,
  shownId: undefined,
  nflNotice: false,
} satisfies Partial<Choices>;

/** The selections on the prediction machine, kept for the tab. Results are in the query cache. */
export const usePredictionForm = create<PredictionForm>()(
  persist(
    (set, get) => ({
      ...cleared,
      stake: stakeLimits.default,
      nflNotice: site.nflNotice,
      setStake: (stake) => set({ stake }),
      setSport: (sport) => get().setGame(sport, undefined),
      setGame: (sport, game) =>
        set({ sport, game, comboKey: undefined, requestCount: 0, nflNotice: false }),
      setRisk: (risk) => set({ risk, comboKey: undefined, requestCount: 0 }),
      toggleAnalysis: () => set({ analysisShown: !get().analysisShown }),
      setShown: (shownId) => set({ shownId }),
      countRequest: () => {
        const { sport, risk, game, comboKey, requestCount } = get();
        const combination = `${sport}-${risk}-${game?.id ?? ""}`;
        const next = combination === comboKey ? requestCount + 1 : 1;
        set({ comboKey: combination, requestCount: next });
        return next;
      },
      reset: () => set({ ...cleared, stake: get().stake ?? stakeLimits.default }),
    }),
    {
      name: "orbline.machine",
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ sport, risk, game, stake, shownId }) => ({
        sport,
        risk,
        game,
        stake,
        shownId,
      }),
    },
  ),
);
