/** What a subscription opens, in the order of the specification. */
export const benefits = [
  "Advanced AI prediction algorithms",
  "Personalized betting recommendations",
  "Analysis for NBA, NHL, MLB and UFC",
  "Multiple risk level options",
] as const;
