import { newPredictionResponseSchema } from "@orbline/proto/http/prediction/prediction";
import { expect, it } from "vitest";
import { aLeg, aPrediction } from "../testing/predictions.ts";
import { toPredictionBytes, toStoredPredictionResponse } from "./prediction-responses.ts";

const legs = [aLeg("a", { betOn: "Málaga", reasoning: "Expected value −0.8%." }), aLeg("b")];

it("sends predictions of one pick with the same analysis, each with its own fields", () => {
  const one = aPrediction(legs, { id: "prd_1", stake: 10 });
  const other = { ...one, id: "prd_2", stake: 25 };
  const insaneToday = { count: 5, expectedLosses: 4.9 };
  for (const [prediction, mark] of [
    [one, {}],
    [other, { insaneToday }],
    [one, { isEarlier: true }],
  ] as const) {
    const bytes = toPredictionBytes({ kind: "generated", prediction, ...mark });
    const text = Buffer.from(bytes, "latin1").toString();
    const sent = newPredictionResponseSchema.parse(JSON.parse(text));
    const neighbors = { newerId: undefined, olderId: undefined };
    const stored = toStoredPredictionResponse(prediction, neighbors);
    expect({ ...stored, ...mark }).toMatchObject(sent);
    expect(sent).toMatchObject({ id: prediction.id, stake: prediction.stake, ...mark });
  }
});
