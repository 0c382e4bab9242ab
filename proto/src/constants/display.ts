/** The notations of odds that a user can choose, the default first. */
export const oddsFormats = ["american", "decimal", "fractional"] as const;
export type OddsFormat = (typeof oddsFormats)[number];
