import { readFileSync } from "node:fs";
import { AppError } from "@orbline/kit/errors";
import { sports, type Sport } from "../domain/sport.ts";
import { loadModel, type ModelState } from "../engine/serving/predict.ts";
import type { Slates } from "../use-cases/ports.ts";

export type Models = ReadonlyMap<Sport, ModelState>;

/** A slate and the ratings that price its bets. */
export type RatedSlates = { slates: Slates; ratings: (sport: Sport) => ModelState };

const folder = new URL("../../models/", import.meta.url);

/** Loads the fitted models of all sports. @throws an error that names the missing or foreign file */
export function loadModels(): Models {
  return new Map(
    sports.map((sport) => {
      const file = new URL(`${sport}.json`, folder);
      try {
        return [sport, loadModel(JSON.parse(readFileSync(file, "utf8")))];
      } catch (cause) {
        throw new Error(`models/${sport}.json can not be used`, { cause });
      }
    }),
  );
}

/** @throws internal for a sport without a model */
export function modelOf(models: Models, sport: Sport): ModelState {
  const state = models.get(sport);
  if (!state) throw new AppError("internal", "model.missing", `no model is loaded for ${sport}`);
  return state;
}
