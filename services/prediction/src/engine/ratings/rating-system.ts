import type { Sport } from "../../domain/sport.ts";
import type { RatingSystemName } from "../model.ts";
import type { Params } from "../types.ts";
import { eloSystem } from "./elo.ts";
import { fighterSystem } from "./fighter/rating-system.ts";
import { kalmanSystem } from "./kalman.ts";
import type { RatingSystem } from "./rating.ts";

export function createRatingSystem(
  name: RatingSystemName,
  sport: Sport,
  params: Params,
): RatingSystem {
  switch (name) {
    case "elo":
      return eloSystem(sport, params);
    case "kalman":
    case "priced":
      return kalmanSystem(sport, params);
    case "fighter":
      return fighterSystem(params);
  }
}
