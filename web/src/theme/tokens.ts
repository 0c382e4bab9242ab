const steps = [
  0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 24, 28, 32, 40,
  48, 56, 64, 72, 80, 96,
];

/** Spacing on a base of 4 px: step 4 is 16 px. */
const spacing = Object.fromEntries(
  steps.map((step) => [String(step), { value: `${step / 4}rem` }]),
);

const sans = "'Orbline Sans', 'Sans Fallback', Arial, sans-serif";

/** Raw values that the semantic tokens and the recipes use. */
export const tokens = {
  spacing,
  sizes: { ...spacing, full: { value: "100%" } },
  radii: { badge: { value: "4px" }, control: { value: "8px" }, panel: { value: "12px" } },
  fonts: {
    body: { value: sans },
    heading: { value: sans },
    mono: { value: "'Geist Mono Variable', ui-monospace, 'DejaVu Sans Mono', monospace" },
  },
  zIndex: {
    header: { value: 20 },
    popover: { value: 1500 },
    skipNav: { value: 1600 },
    toast: { value: 1700 },
  },
  durations: { fast: { value: "120ms" }, reveal: { value: "180ms" }, dialog: { value: "280ms" } },
  easings: { standard: { value: "cubic-bezier(.2,.8,.2,1)" } },
};

export const breakpoints = { sm: "480px", md: "768px", lg: "1024px", xl: "1280px" };

export const keyframes = {
  spin: { to: { transform: "rotate(360deg)" } },
  rise: { from: { opacity: 0, transform: "translateY(8px)" } },
  fade: { from: { opacity: 0 } },
  dim: { to: { opacity: 0.5 } },
};
