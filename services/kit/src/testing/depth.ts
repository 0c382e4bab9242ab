/**
 * `npm run webhooks`, `test:kafka` and `test:season` run the long form of a test; `make test` runs a short one of the same
 * kinds.
 */
export const isThorough = process.env["THOROUGH"] === "1";
