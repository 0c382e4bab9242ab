/** What a page says that could not start; of the catalogue no more is there by then. */
export const startTexts = {
  incomplete: "This page did not load completely.",
  again: "Try Again",
};
