import { boutComponent } from "./fighter/rating-system.ts";
import { eloComponent } from "./elo.ts";
import { kalmanComponent } from "./kalman.ts";
import type { Component, Params } from "./rating.ts";
import type { ComponentName } from "../training/settings-types.ts";
import type { Sport } from "../types.ts";

/** Builds a rating system of a sport from its fitted numbers. */
export const makeComponent = (name: ComponentName, sport: Sport, params: Params): Component => {
  switch (name) {
    case "elo":
      return eloComponent(sport, params);
    case "kalman":
    case "priced":
      return kalmanComponent(sport, params);
    case "bout":
      return boutComponent(params);
  }
};
