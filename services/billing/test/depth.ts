/** `make webhooks` runs every combination of a journey and an order of events, `make test` each of both at least once. */
export const isThorough = process.env["THOROUGH"] === "1";
