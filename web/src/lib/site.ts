import settings from "#/site.json" with { type: "json" };

/** Names, links and texts of a deployment, from the only file that a deployment changes before a build. */
export const site = settings;

/** The year of the footer's brand line. */
export const currentYear = () => new Date().getFullYear();
