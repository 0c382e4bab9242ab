import type { Response } from "express";
import { z } from "zod";

/** A failure of one API, of one competition or all, of one kind of call or all. */
export const faultSchema = z.strictObject({
  api: z.enum(["odds", "results"]),
  /** A key of The Odds API, for both APIs; all competitions by default. */
  competition: z.string().optional(),
  /** `events`, `odds` or `scores` of The Odds API, `games` of API-Sports; all by default. */
  what: z.enum(["events", "odds", "scores", "games"]).optional(),
  kind: z.enum(["error", "limit", "timeout", "malformed", "empty"]),
});

export type Fault = z.output<typeof faultSchema>;

/** A call as faults see it. */
export type Call = { api: Fault["api"]; competition: string | undefined; what: string };

/** The first fault that applies to a call. */
export function findFault<Known extends Fault>(faults: readonly Known[], call: Call) {
  return faults.find(
    ({ api, competition, what }) =>
      api === call.api &&
      (competition === undefined || competition === call.competition) &&
      (what === undefined || what === call.what),
  );
}

/** Responds as the fault says; an empty response is left to the caller, who knows its shape. */
export function fail(kind: Exclude<Fault["kind"], "empty">, res: Response): void {
  switch (kind) {
    case "error":
      res.status(500).type("html").send("<html><body>Internal Server Error</body></html>");
      return;
    case "limit":
      res.status(429).set("retry-after", "2").json({
        message: "Requests are made too frequently.",
        error_code: "EXCEEDED_FREQ_LIMIT",
      });
      return;
    case "timeout":
      // The client gives up first.
      return;
    case "malformed":
      res.status(200).type("json").send('[{"id": "cut off');
      return;
  }
}
