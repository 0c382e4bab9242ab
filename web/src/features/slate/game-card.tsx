import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import type { EstimatesResponse } from "@orbline/proto/http/prediction/slate";
import { Check, Star } from "lucide-react";
import { MarketOnly } from "#/components/betting/market-only.tsx";
import { Odds } from "#/components/betting/odds.tsx";
import { SportIcon } from "#/components/betting/sport-icon.tsx";
import { Time } from "#/components/data/time.tsx";
import { Button } from "#/components/ui/button.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { sportNames } from "#/shared/messages.ts";
import type { UpcomingGame } from "#/shared/slate.ts";
import { favoriteName, useFavorites } from "#/stores/favorites-store.ts";
import { ChanceBar } from "./chance-bar.tsx";
import { messages } from "./messages.ts";
import { chanceTexts } from "./shares.ts";

/** The height of a card before it is laid out or rendered. */
export const reservedHeight = {
  containIntrinsicHeight: { base: "auto 260px", md: "auto 230px" },
  "@media (max-width: 359px)": { containIntrinsicHeight: "auto 312px" },
};

const Card = chakra("li", {
  base: {
    display: "flex",
    flexDirection: "column",
    gap: 2,
    p: 4,
    minWidth: 0,
    bg: "bg.panel",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "panel",
    boxShadow: "panel",
    containerType: "inline-size",
    // Browsers lay out a card when it comes near the screen.
    contentVisibility: "auto",
    ...reservedHeight,
  },
});
const Head = chakra("p", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: 2,
    textStyle: "small",
    color: "fg.muted",
  },
});
// In a narrow card the chances are below the name, each after its label.
const wide = "@container (min-width: 360px)";
const Row = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr) auto",
    gridTemplateAreas: '"name name best" "market ours ours"',
    alignItems: "center",
    columnGap: 3,
    textStyle: "small",
  },
  variants: {
    estimates: {
      true: {
        [wide]: {
          gridTemplateColumns: "minmax(0, 1fr) 46px 74px 84px",
          gridTemplateAreas: '"name market ours best"',
        },
      },
      false: {
        [wide]: {
          gridTemplateColumns: "minmax(0, 1fr) 46px 84px",
          gridTemplateAreas: '"name market best"',
        },
      },
    },
  },
});
const Label = chakra("span", {
  base: {
    display: "none",
    textStyle: "micro",
    color: "fg.subtle",
    textAlign: "end",
    [wide]: { display: "block" },
  },
});
const Figure = chakra("span", {
  base: { textStyle: "numSm", [wide]: { textAlign: "end" } },
});
/** Below the name, and not below the star before it. */
const belowName = { ps: { base: "32px", md: "22px" }, [wide]: { ps: "0 !important" } };
/** The name of a figure. In a wide card it is in the head, and here for screen readers only. */
const FigureName = chakra("span", {
  base: {
    fontFamily: "body",
    letterSpacing: "normal",
    fontWeight: 400,
    color: "fg.subtle",
    [wide]: { srOnly: true },
  },
});
const StarButton = chakra("button", {
  base: {
    display: "grid",
    placeContent: "center",
    boxSize: { base: "44px", md: "28px" },
    ms: { base: -3, md: -1.5 },
    flexShrink: 0,
    color: "fg.subtle",
    cursor: "pointer",
    borderRadius: "control",
    _hover: { color: "fg", bg: "bg.hover" },
    "&[aria-pressed=true]": { color: "accent.fg" },
  },
});

/** Our estimates of one game. */
export type GameEstimate = EstimatesResponse["games"][number];
type SideName = "home" | "draw" | "away";

type GameCardProps = {
  game: UpcomingGame;
  /** For subscribers only. */
  estimate: GameEstimate | undefined;
  hasEstimates: boolean;
  /** Undefined during a break, when the card offers nothing to do. */
  onPredict: (() => void) | undefined;
};

/** A game: its start, both sides with the market's and our chance and the best price, and what to do with it. */
export function GameCard({ game, estimate, hasEstimates, onPredict }: GameCardProps) {
  const { home, away, sport, startsAt, marketOnly, consensus } = game;
  const sides: SideName[] =
    typeof consensus?.draw === "number" ? ["home", "draw", "away"] : ["home", "away"];
  const [market, ours] = chanceTexts([
    consensus ?? undefined,
    estimate && {
      home: estimate.home.probability,
      draw: estimate.draw?.probability,
      away: estimate.away.probability,
    },
  ]);
  return (
    <Card>
      <Head>
        <SportIcon sport={sport} size={16} />
        <span>
          {sportNames[sport]} · <Time at={startsAt} of="start" />
        </span>
        <MarketOnly marketOnly={marketOnly} />
      </Head>
      <div>
        <Row estimates={hasEstimates}>
          <Label gridArea="market">{messages.market}</Label>
          {hasEstimates && <Label gridArea="ours">{messages.ours}</Label>}
          <Label gridArea="best">{messages.best}</Label>
        </Row>
        {sides.map((side) => (
          <SideRow
            key={side}
            game={game}
            side={side}
            market={market?.[side]}
            ours={ours?.[side]}
            isGoodPrice={estimate?.[side]?.goodPrice ?? false}
            hasEstimates={hasEstimates}
          />
        ))}
      </div>
      <ChanceBar game={game} estimate={estimate} />
      {onPredict && (
        <Box display="flex" flexWrap="wrap" gap={2} mt="auto" pt={1}>
          <Button size="sm" aria-label={messages.predictLabel(home, away)} onClick={onPredict}>
            {messages.predict}
          </Button>
          <ButtonLink
            to={`/check?game=${encodeURIComponent(game.id)}`}
            size="sm"
            variant="ghost"
            aria-label={messages.checkLabel(home, away)}
          >
            {messages.check}
          </ButtonLink>
        </Box>
      )}
    </Card>
  );
}

type SideRowProps = {
  game: UpcomingGame;
  side: SideName;
  market: string | undefined;
  ours: string | undefined;
  isGoodPrice: boolean;
  hasEstimates: boolean;
};

function SideRow({ game, side, market, ours, isGoodPrice, hasEstimates }: SideRowProps) {
  const { sport, moneyline } = game;
  const name = side === "draw" ? messages.draw : game[side];
  const best = moneyline?.[side];
  return (
    <Row estimates={hasEstimates}>
      <chakra.span
        gridArea="name"
        display="flex"
        alignItems="center"
        minWidth={0}
        minHeight={{ base: "44px", md: "40px" }}
      >
        {side === "draw" ? (
          <Box width={{ base: "32px", md: "22px" }} flexShrink={0} />
        ) : (
          <Favorite sport={sport} team={name} />
        )}
        <chakra.b fontWeight={600} fontSize="14px" overflowWrap="anywhere">
          {name}
        </chakra.b>
      </chakra.span>
      <Figure gridArea="market" css={belowName}>
        <FigureName>{messages.market} </FigureName>
        {market ?? messages.unpriced}
      </Figure>
      {hasEstimates && (
        <Figure gridArea="ours" color="fg.win">
          <FigureName>{messages.ours} </FigureName>
          {ours ?? messages.unpriced}
        </Figure>
      )}
      <chakra.span gridArea="best" textAlign="end" lineHeight="16px" minWidth={0}>
        <VisuallyHidden>{messages.best} </VisuallyHidden>
        {best ? (
          <>
            {isGoodPrice && (
              <chakra.span
                display="inline-block"
                verticalAlign="-2px"
                me={1}
                color="fg.win"
                title={messages.goodPrice}
              >
                <Check size={14} strokeWidth={3} aria-hidden />
                <VisuallyHidden>{messages.goodPrice}</VisuallyHidden>
              </chakra.span>
            )}
            <Odds value={best.odds} />
            <chakra.span display="block" textStyle="micro" color="fg.subtle" truncate>
              <VisuallyHidden>{messages.atBook("")}</VisuallyHidden>
              {best.book}
            </chakra.span>
          </>
        ) : (
          messages.noPrice
        )}
      </chakra.span>
    </Row>
  );
}

function Favorite({ sport, team }: { sport: UpcomingGame["sport"]; team: string }) {
  const { teams, toggle } = useFavorites();
  const isFavorite = teams.includes(favoriteName(sport, team));
  return (
    <StarButton
      type="button"
      aria-pressed={isFavorite}
      aria-label={isFavorite ? messages.removeFavorite(team) : messages.addFavorite(team)}
      onClick={() => toggle(sport, team)}
    >
      <Star size={16} fill={isFavorite ? "currentColor" : "none"} aria-hidden />
    </StarButton>
  );
}
