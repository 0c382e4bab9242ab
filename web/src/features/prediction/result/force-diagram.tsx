import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { probabilityText } from "@orbline/proto/constants/predictions";
import type { Bet, Forces } from "@orbline/proto/http/prediction/prediction";
import { ChartTable } from "#/components/data/chart-table.tsx";
import { DataTable } from "#/components/data/data-table.tsx";
import { signedNumber } from "#/lib/format.ts";
import { messages } from "../messages.ts";

const isWide = "@container (min-width: 480px)";

// In a narrow container the label is above its bar.
const Row = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: "1fr auto",
    gridTemplateAreas: '"name value" "track track"',
    alignItems: "center",
    columnGap: 3,
    py: 1,
    [isWide]: {
      gridTemplateColumns: "minmax(0, 150px) 1fr 56px",
      gridTemplateAreas: '"name track value"',
      py: 0.5,
    },
  },
});
const Heads = chakra("div", {
  base: {
    display: "flex",
    justifyContent: "space-between",
    columnGap: 2,
    textStyle: "micro",
    color: "fg.subtle",
    [isWide]: { ps: "162px", pe: "68px" },
  },
});
const Name = chakra("span", { base: { gridArea: "name", textStyle: "small", color: "fg.muted" } });
const Value = chakra("span", { base: { gridArea: "value", textStyle: "numSm", textAlign: "end" } });
const Track = chakra("span", {
  base: {
    gridArea: "track",
    position: "relative",
    height: "18px",
    // The center line: an even chance.
    backgroundImage: "linear-gradient({colors.line.control}, {colors.line.control})",
    backgroundSize: "1px 100%",
    backgroundPosition: "center",
    backgroundRepeat: "no-repeat",
  },
});
const Bar = chakra("span", {
  base: {
    position: "absolute",
    top: "4px",
    height: "10px",
    borderRadius: "2px",
    animation: "fade 180ms both",
  },
});
const Mark = chakra("span", { base: { position: "absolute", top: "1px", ms: "-8px" } });
const Legend = chakra("span", {
  base: { display: "inline-flex", alignItems: "center", gap: 1.5, textStyle: "small" },
});

type ForceDiagramProps = { bet: Bet; forces: Forces };

/** Bars for and against a leg, from an even chance to the numbers of Model alone, Market and Our estimate. */
export function ForceDiagram({ bet, forces }: ForceDiagramProps) {
  const { bars, unit } = forces;
  const marks = marksOf(bet, forces);
  const most = Math.max(1, ...[...bars, ...marks].map(({ value }) => Math.abs(value)));
  // The longest bar leaves room for a mark at its end.
  const share = (value: number) => (value / most) * 46;
  const label = messages.forces(
    [...bars, { name: messages.together, value: forces.model }]
      .map(({ name, value }) => `${name} ${signedNumber(value)}`)
      .join(", "),
    messages.units[unit].toLowerCase(),
    marks.map(({ name, chance }) => `${name} ${probabilityText(chance)}`).join(", "),
  );
  return (
    <>
      <Box role="img" aria-label={label} containerType="inline-size">
        <Heads>
          <span>{messages.against}</span>
          <span>{messages.unitsOf[unit]}</span>
          <span>{messages.inFavor}</span>
        </Heads>
        {bars.map(({ name, value }, index) => (
          <Row key={name + String(index)}>
            <Name>{name}</Name>
            <Track>
              <Bar
                bg={value > 0 ? "accent.fg" : "warm.fg"}
                style={{
                  left: `${50 + Math.min(0, share(value))}%`,
                  width: `${Math.abs(share(value))}%`,
                  animationDelay: `${index * 40}ms`,
                }}
              />
            </Track>
            <Value color={value > 0 ? "fg.win" : "fg.loss"}>{signedNumber(value)}</Value>
          </Row>
        ))}
        <Row>
          <Name>{messages.together}</Name>
          <Track>
            {marks.map(({ name, value, Glyph }) => (
              <Mark key={name} style={{ left: `${50 + share(value)}%` }}>
                <Glyph />
              </Mark>
            ))}
          </Track>
          <Value>{signedNumber(forces.model)}</Value>
        </Row>
        <Box display="flex" flexWrap="wrap" columnGap={4} rowGap={1} mt={2}>
          {marks.map(({ name, chance, Glyph }) => (
            <Legend key={name}>
              <Glyph />
              <chakra.span color="fg.muted">{name}</chakra.span>
              <chakra.span textStyle="numSm">{probabilityText(chance)}</chakra.span>
            </Legend>
          ))}
        </Box>
      </Box>
      <Box mt={3} mx={{ base: -4, md: -5 }} mb={-4}>
        <ChartTable label={messages.profitTwin}>
          <DataTable
            caption={messages.forcesOf(bet.betOn)}
            columns={[
              { name: messages.force, cell: ({ name }) => name },
              {
                name: messages.units[unit],
                numeric: true,
                cell: ({ value }) => signedNumber(value),
              },
              { name: messages.chance, numeric: true, cell: ({ chance }) => chance ?? "" },
            ]}
            rows={[
              ...bars.map(({ name, value }) => ({ name, value, chance: undefined })),
              ...marks.map(({ name, value, chance }) => ({
                name,
                value,
                chance: probabilityText(chance),
              })),
            ]}
            keyOf={({ name }) => name}
            cardsOn="never"
          />
        </ChartTable>
      </Box>
    </>
  );
}

function marksOf(bet: Bet, { model, market, estimate }: Forces) {
  return [
    { name: messages.modelAlone, value: model, chance: bet.modelProbability, Glyph: Square },
    { name: messages.market, value: market, chance: bet.marketProbability, Glyph: Ring },
    { name: messages.ourEstimate, value: estimate, chance: bet.probability, Glyph: Needle },
  ];
}

const Icon = chakra("svg", {
  base: { display: "block", boxSize: "16px", flexShrink: 0, fill: "none", strokeWidth: "2px" },
});

const Square = () => (
  <Icon viewBox="0 0 16 16" stroke="fg.muted" aria-hidden>
    <rect x="3" y="3" width="10" height="10" />
  </Icon>
);
const Ring = () => (
  <Icon viewBox="0 0 16 16" stroke="fg" aria-hidden>
    <circle cx="8" cy="8" r="5" />
  </Icon>
);
const Needle = () => (
  <Icon viewBox="0 0 16 16" stroke="accent.fg" aria-hidden>
    <path d="M8 0v16" />
  </Icon>
);
