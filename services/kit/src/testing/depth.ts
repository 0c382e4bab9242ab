/** Whether tests run in their long form, as in `npm run webhooks`, `test:kafka` and `test:season`. */
export const isThorough = process.env["THOROUGH"] === "1";
