import settings from "#/site.json" with { type: "json" };

/** Names, links and texts that a deployment changes in one file before it builds. */
export const site = settings;

/** The year of the footer's brand line. */
export const currentYear = () => new Date().getFullYear();
