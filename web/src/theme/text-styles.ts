type Style = Record<string, unknown>;
const style = (value: Style) => ({ value });
const wide = (percent: number) => ({ fontStretch: `${percent}%` });
const mono = { fontFamily: "mono", fontWeight: 500 };

/** The type scale of the product, in px. */
export const textStyles = {
  display: style({
    fontSize: { base: "38px", sm: "52px", lg: "68px", xl: "90px" },
    lineHeight: 0.95,
    fontWeight: 700,
    letterSpacing: "-0.022em",
    textTransform: "uppercase",
    ...wide(122),
  }),
  h1: style({
    fontSize: { base: "24px", md: "30px" },
    lineHeight: 1.15,
    fontWeight: 650,
    letterSpacing: "-0.012em",
    ...wide(112),
  }),
  h2: style({ fontSize: "20px", lineHeight: "26px", fontWeight: 650, ...wide(108) }),
  resultTitle: style({ fontSize: "20px", lineHeight: "26px", fontWeight: 650, ...wide(114) }),
  h3: style({ fontSize: "16px", lineHeight: "24px", fontWeight: 600 }),
  empty: style({ fontSize: "16px", lineHeight: "24px", fontWeight: 600, ...wide(110) }),
  panelTitle: style({ fontSize: "14px", lineHeight: "20px", fontWeight: 600, ...wide(104) }),
  lead: style({
    fontSize: { base: "16px", md: "18px" },
    lineHeight: { base: "26px", md: "28px" },
    fontWeight: 400,
  }),
  bodyLg: style({ fontSize: "15px", lineHeight: "24px" }),
  body: style({ fontSize: "14px", lineHeight: "22px" }),
  small: style({ fontSize: "13px", lineHeight: "20px" }),
  label: style({ fontSize: "13px", lineHeight: "18px", fontWeight: 550 }),
  micro: style({ fontSize: "12px", lineHeight: "16px" }),
  eyebrow: style({
    ...mono,
    fontSize: "12px",
    lineHeight: "16px",
    letterSpacing: "0.08em",
    textTransform: "uppercase",
  }),
  num: style({ ...mono, fontSize: "14px", lineHeight: "20px", letterSpacing: "-0.02em" }),
  numSm: style({ ...mono, fontSize: "12px", lineHeight: "16px", letterSpacing: "-0.02em" }),
  numLg: style({ ...mono, fontSize: "22px", lineHeight: "28px", letterSpacing: "-0.03em" }),
  numXl: style({
    ...mono,
    fontSize: { base: "34px", md: "38px" },
    lineHeight: 1.1,
    letterSpacing: "-0.045em",
  }),
  wordmark: style({ fontSize: "17px", lineHeight: "24px", fontWeight: 650, ...wide(118) }),
};
