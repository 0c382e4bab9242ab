import * as fc from "fast-check";

/** How often and when a webhook arrives: once, twice, a round later, or never. */
const fate = fc.constantFrom("once", "once", "twice", "late", "late", "lost");

/** Actions of a buyer, the provider or the bank in one round. */
export const acts = [
  "nothing",
  "cancel",
  "resume",
  "visit the success page",
  "stop at the provider",
  "stop in the portal",
  "end at the provider",
  "change to annual at the provider",
  "card fails",
  "card pays again",
  "buy annual",
  "buy lifetime",
] as const;

const round = fc.record({
  act: fc.constantFrom(...acts),
  /** Applied in turn to the webhooks of this round. */
  fates: fc.array(fate, { minLength: 5, maxLength: 9 }),
  /** The position of each webhook in its round. */
  order: fc.array(fc.nat(1_000), { minLength: 3, maxLength: 7 }),
});

/** One subscriber: a first purchase, then one round for each period of time. */
const history = (rounds: number) =>
  fc.record({
    plan: fc.constantFrom("trial", "trial", "monthly", "annual", "lifetime"),
    card: fc.constantFrom(
      "4242 4242 4242 4242",
      "4242 4242 4242 4242",
      "4000 0000 0000 0341",
      "4000 0027 6000 3184",
    ),
    rounds: fc.array(round, { minLength: rounds, maxLength: rounds }),
  });

/** One generated subscriber. */
export type History = ReturnType<typeof history> extends fc.Arbitrary<infer T> ? T : never;
export type Round = History["rounds"][number];

/** Generated subscribers, always the same for one seed. */
export const sampleHistories = (count: number, rounds: number, seed: number): History[] =>
  fc.sample(history(rounds), { numRuns: count, seed });
