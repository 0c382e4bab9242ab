import type { Sport } from "@orbline/proto/constants/predictions";
import { create } from "zustand";
import { persist } from "zustand/middleware";

type Favorites = {
  /** Names of teams and fighters, each after its sport: `nba:Utah Jazz`. */
  teams: string[];
  toggle: (sport: Sport, team: string) => void;
};

/** The user's favorite teams, kept in this browser. */
export const useFavorites = create<Favorites>()(
  persist(
    (set, get) => ({
      teams: [],
      toggle: (sport, team) => {
        const { teams } = get();
        const name = favoriteName(sport, team);
        set({
          teams: teams.includes(name) ? teams.filter((one) => one !== name) : [...teams, name],
        });
      },
    }),
    { name: "orbline.favorites" },
  ),
);

export const favoriteName = (sport: Sport, team: string) => `${sport}:${team}`;
