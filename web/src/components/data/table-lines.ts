const narrowest = "@media screen and (max-width: 359.98px)";

/** For screen readers only. */
const unseen = {
  position: "absolute",
  width: "1px",
  height: "1px",
  overflow: "hidden",
  clipPath: "inset(50%)",
};

/** Rows of a `DataTable` as lines: a first line with the name, and the values after each other below it. */
export const lines = {
  display: "block",
  "& thead": { display: "none" },
  "& tbody": { display: "block" },
  "& tbody tr": {
    position: "relative",
    display: "flex",
    flexWrap: "wrap",
    alignItems: "baseline",
    columnGap: 2,
    px: { base: 4, md: 5 },
    py: 2.5,
    [narrowest]: { px: 3 },
    contentVisibility: "auto",
    containIntrinsicHeight: "auto 68px",
  },
  "& tbody tr[data-group]": { py: 1.5, contentVisibility: "visible" },
  // Each of the three parts begins a new line.
  "& tbody tr::before, & tbody tr::after": { content: '""', flexBasis: "100%", order: 1 },
  "& tbody tr::after": { order: 3 },
  "& tbody th, & tbody td": {
    order: 2,
    height: "auto",
    p: "0 !important",
    textAlign: "start !important",
    lineHeight: "22px !important",
    overflowWrap: "anywhere",
  },
  "& tbody td": {
    fontSize: "13px !important",
    [narrowest]: { fontSize: "12px !important" },
  },
  "& tbody th": { order: 0, fontWeight: 600 },
  // The link of a row covers all of it.
  "& tbody th a::after": { content: '""', position: "absolute", inset: 0 },
  // A second line of a cell is left out, or continues the first.
  "& [data-note]": { display: "none" },
  "& [data-next]": { display: "inline", _before: { content: '" \u00b7 "' } },
  "& tbody tr:has(> td[data-action]) > th": { flex: 1 },
  "& td[data-part=first], & td[data-action]": { order: 0 },
  "& td[data-part=last]": { order: 4 },
  "& td[data-end]": { ms: "auto" },
  "& td:empty": { display: "none" },
  "& td[data-label]::before": {
    content: "attr(data-label)",
    me: 1.5,
    fontFamily: "body",
    textStyle: "micro",
    fontWeight: 400,
    letterSpacing: "normal",
    color: "fg.subtle",
  },
  "& td[data-plain]::before": unseen,
} as const;

/** As `lines`, with each value in a line of its own beside its label, for rows whose columns are not known before. */
export const pairs = {
  ...lines,
  "& tbody td": {
    ...lines["& tbody td"],
    display: "grid",
    gridTemplateColumns: "136px minmax(0, 1fr)",
    flexBasis: "100%",
    alignItems: "baseline",
  },
} as const;
