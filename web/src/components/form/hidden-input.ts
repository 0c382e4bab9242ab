/** Lays a native control over its drawn label: invisible, but focusable and clickable. */
export const hiddenInput = {
  position: "absolute",
  inset: 0,
  width: "full",
  height: "full",
  margin: 0,
  opacity: 0,
  cursor: "inherit",
  appearance: "none",
} as const;
