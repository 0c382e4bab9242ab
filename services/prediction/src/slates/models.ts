import { readFileSync } from "node:fs";
import { sports, type Sport } from "../domain/sport.ts";
import { loadModel, type ModelState } from "../engine/serving/predict.ts";

const folder = new URL("../../models/", import.meta.url);

/** Loads the fitted models of all sports. @throws an error that names the file that is missing or foreign */
export const loadModels = (): ReadonlyMap<Sport, ModelState> =>
  new Map(
    sports.map((sport) => {
      const file = new URL(`${sport}.json`, folder);
      try {
        return [sport, loadModel(JSON.parse(readFileSync(file, "utf8")))];
      } catch (cause) {
        throw new Error(`models/${sport}.json can not be used`, { cause });
      }
    }),
  );
