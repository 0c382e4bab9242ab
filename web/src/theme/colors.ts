// `_light` is before `_dark`: both selectors have the same specificity, so the later one wins.
const color = (dark: string, light: string) => ({ value: { _light: light, _dark: dark } });
const alias = (name: string) => ({ value: `{colors.${name}}` });

/** The semantic colors of the product. Components use only these names. */
export const colors = {
  bg: {
    DEFAULT: color("#06080B", "#F4F6F8"),
    canvas: color("#06080B", "#F4F6F8"),
    panel: color("#0C1015", "#FFFFFF"),
    well: color("#080B0F", "#F8FAFB"),
    raised: color("#131921", "#EDF1F4"),
    hover: color("#171E27", "#E6EBEF"),
    overlay: color("#10161D", "#FFFFFF"),
    backdrop: color("rgba(2,4,6,.72)", "rgba(10,16,22,.42)"),
  },
  line: {
    DEFAULT: color("#222C38", "#D3DBE2"),
    subtle: color("#18202A", "#E4E9EE"),
    control: color("#5B6979", "#7B8794"),
  },
  border: { DEFAULT: alias("line"), error: alias("warm.fg") },
  fg: {
    DEFAULT: color("#E9EEF4", "#0A1016"),
    muted: color("#A4B0BE", "#44505D"),
    subtle: color("#8391A1", "#5A6673"),
    win: alias("accent.fg"),
    loss: alias("warm.fg"),
    error: alias("warm.fg"),
    warning: alias("warm.fg"),
  },
  accent: {
    solid: color("#2EE6F6", "#2EE6F6"),
    contrast: color("#03161A", "#03161A"),
    hover: color("#7CF1FB", "#12D3E5"),
    press: color("#1BC4D4", "#10B8C8"),
    edge: color("#2EE6F6", "#0A8797"),
    fg: color("#2EE6F6", "#006874"),
    subtle: color("#08222A", "#E0F8FB"),
    line: color("#17697A", "#0A8797"),
    focus: color("#8FF3FC", "#00727F"),
  },
  warm: {
    fg: color("#FFA45C", "#A23E06"),
    solid: color("#FFA45C", "#B4470A"),
    contrast: color("#1C0D02", "#FFFFFF"),
    subtle: color("#23160B", "#FFF0E4"),
    line: color("#8C5626", "#C9682B"),
  },
  orb: {
    a: color("#131D27", "#FFFFFF"),
    b: color("#07090D", "#D9E2E9"),
    rim: color("#314252", "#A3B1BD"),
    line: color("#1F2B37", "#C3CFD8"),
  },
};

/** The shadows of the product. Only the primary button of a view has the glow. */
export const shadows = {
  panel: color("none", "0 1px 2px rgba(10,16,22,.05)"),
  overlay: color("0 24px 64px rgba(0,0,0,.6)", "0 24px 64px rgba(10,16,22,.18)"),
  glow: color(
    "0 0 0 1px rgba(46,230,246,.22), 0 6px 28px rgba(46,230,246,.26)",
    "0 1px 0 rgba(255,255,255,.55) inset, 0 6px 18px rgba(0,114,127,.20)",
  ),
  glowHover: color(
    "0 0 0 1px rgba(46,230,246,.4), 0 8px 40px rgba(46,230,246,.38)",
    "0 1px 0 rgba(255,255,255,.55) inset, 0 6px 18px rgba(0,114,127,.20)",
  ),
};
