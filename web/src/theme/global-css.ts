import { colors } from "./colors.ts";

/** Rules for plain elements: background, focus, text wrapping, reduced motion, print. */
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
  // What waits for the scripts on a slow line shows that it cannot be used yet.
  "#root [inert]": { animation: "dim 200ms 1s forwards" },
  "@media (prefers-reduced-motion: reduce)": {
    "*, *::before, *::after": {
      animation: "none !important",
      transition: "none !important",
      scrollBehavior: "auto !important",
    },
  },
  // Paper has the light theme, the layout of phones and no controls.
  "@media print": {
    html: {
      ...lightColors(colors),
      colorScheme: "light !important",
      background: "none !important",
    },
    // Firefox does not break flex containers over pages.
    "#root, #content": { display: "block", minHeight: 0 },
    header: { position: "static !important" },
    "header nav, header nav ~ *": { display: "none !important" },
    "button, select, select + *, [role=tablist], footer nav": { display: "none !important" },
    "h1, h2, h3": { breakAfter: "avoid" },
    "tr, dl > div": { breakInside: "avoid" },
  },
};

type ColorTree = { [name: string]: { value: string | { _light: string } } | ColorTree };

/** The light value of every color as a custom property, before those of the theme in their later layer. */
function lightColors(tree: ColorTree, path = "--ob-colors"): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(tree).map(([name, node]) => {
      const property = name === "DEFAULT" ? path : `${path}-${name}`;
      if (!("value" in node)) return lightColors(node, property);
      const { value } = node as { value: string | { _light: string } };
      return typeof value === "string" ? {} : { [property]: `${value._light} !important` };
    }),
  );
}
