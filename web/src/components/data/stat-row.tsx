import { chakra } from "@chakra-ui/react/styled-system";
import { Link } from "#/components/ui/link.tsx";

const Stats = chakra("dl", {
  base: {
    display: "grid",
    gridTemplateColumns: "1fr 1fr",
    "& > div": { display: "grid", alignContent: "start", px: { base: 4, md: 5 }, py: 3.5 },
    "& > div:nth-of-type(n + 3)": { borderTop: "1px solid {colors.line.subtle}" },
  },
  variants: {
    layout: {
      /** In one line on wide screens. */
      line: {
        gridTemplateColumns: { base: "1fr 1fr", lg: "repeat(4, 1fr)" },
        "& > div:nth-of-type(n + 3)": { borderTopWidth: { lg: 0 } },
        "& > div + div": { borderInlineStart: { lg: "1px solid {colors.line.subtle}" } },
      },
      /** In one column on screens with a chart beside them. */
      besideChart: {
        gridTemplateColumns: { base: "1fr 1fr", lg: "repeat(4, 1fr)", xl: "1fr" },
        "& > div:nth-of-type(n + 3)": { borderTopWidth: { lg: 0, xl: "1px" } },
        "& > div + div": {
          borderInlineStart: { lg: "1px solid {colors.line.subtle}", xl: "0" },
          borderTop: { xl: "1px solid {colors.line.subtle}" },
        },
      },
    },
  },
});

/** A figure with its name above it and a note below it. */
type Stat = {
  name: string;
  value: string;
  note: string;
  isLoss?: boolean;
  /** The page with the list that the figure counts. */
  to?: string;
};

type StatRowProps = { stats: readonly Stat[]; layout: "line" | "besideChart" };

/** A row of figures. */
export function StatRow({ stats, layout }: StatRowProps) {
  return (
    <Stats layout={layout}>
      {stats.map(({ name, value, note, isLoss = false, to }) => (
        <div key={name}>
          <chakra.dt textStyle="label" color="fg.muted">
            {to === undefined ? name : <Link to={to}>{name}</Link>}
          </chakra.dt>
          <chakra.dd
            textStyle="numLg"
            minHeight="28px"
            whiteSpace="nowrap"
            color={isLoss ? "fg.loss" : "fg"}
          >
            {value}
          </chakra.dd>
          <chakra.dd textStyle="small" minHeight="20px" color="fg.subtle">
            {note}
          </chakra.dd>
        </div>
      ))}
    </Stats>
  );
}
