/** Rules for plain elements: background, focus, text wrapping, reduced motion. */
export const globalCss = {
  "*, *::before, *::after": {
    "--global-font-body": "fonts.body",
    "--global-font-mono": "fonts.mono",
    "--global-color-border": "colors.line",
  },
  html: {
    bg: "bg.canvas",
    color: "fg",
    fontFamily: "body",
    scrollBehavior: "smooth",
    scrollPaddingTop: "72px",
    overflowX: "clip",
  },
  // Not on html, because the spacing scale is in rem and assumes 16 px.
  body: { textStyle: "body", minWidth: "320px", overflowWrap: "break-word" },
  "p, li, dd": { textWrap: "pretty" },
  "h1, h2, h3": { textWrap: "balance" },
  "html.dark": { colorScheme: "dark" },
  "html.light": { colorScheme: "light" },
  "#root": { minHeight: "100dvh", display: "flex", flexDirection: "column" },
  "*::selection": { bg: "accent.solid", color: "accent.contrast" },
  "*::placeholder": { color: "fg.subtle", opacity: 1 },
  ":focus-visible": {
    outline: "2px solid {colors.accent.focus}",
    outlineOffset: "2px",
  },
  "@media (prefers-reduced-motion: reduce)": {
    "*, *::before, *::after": {
      animation: "none !important",
      transition: "none !important",
      scrollBehavior: "auto !important",
    },
  },
};
