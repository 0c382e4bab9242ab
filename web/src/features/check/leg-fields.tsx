import { Input } from "#/components/form/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import { probabilityText } from "@orbline/proto/constants/predictions";
import { X } from "lucide-react";
import { useState } from "react";
import { Choice, ChoiceGroup } from "#/components/form/choice.tsx";
import { Combobox } from "#/components/form/combobox.tsx";
import { Field } from "#/components/form/field.tsx";
import { Button } from "#/components/ui/button.tsx";
import { useDisplay } from "#/lib/display.ts";
import { decimalOdds, nearStart, oddsIn } from "#/lib/format.ts";
import { parseOdds } from "#/lib/odds-input.ts";
import { useNow } from "#/lib/use-now.ts";
import { sportNames } from "#/shared/messages.ts";
import { priceMessages } from "#/shared/price-messages.ts";
import type { UpcomingGame } from "#/shared/slate.ts";
import { sidesOf, type LegDraft, type Side } from "./bet.ts";
import { messages } from "./messages.ts";

const Group = chakra("fieldset", {
  base: { display: "grid", gap: 4, border: 0, p: 0, m: 0, minWidth: 0 },
});
const Head = chakra("div", {
  base: {
    display: "flex",
    alignItems: "center",
    justifyContent: "space-between",
    minHeight: "36px",
  },
});

type LegFieldsProps = {
  leg: LegDraft;
  /** Counted from 1; undefined for the only leg. */
  number: number | undefined;
  /** Games that no other leg has. */
  games: readonly UpcomingGame[];
  /** What the server found wrong, by field. */
  refused: Partial<Record<"gameId" | "market" | "side" | "line" | "odds", string>>;
  onChange: (leg: LegDraft) => void;
  onRemove: () => void;
};

/** Game, side and odds of one leg. */
export function LegFields({ leg, number, games, refused, onChange, onRemove }: LegFieldsProps) {
  const now = useNow();
  const game = games.find(({ id }) => id === leg.gameId);
  return (
    <Group aria-label={number === undefined ? messages.bet : messages.leg(number)}>
      {number !== undefined && (
        <Head>
          <chakra.h3 textStyle="panelTitle">{messages.leg(number)}</chakra.h3>
          <Button
            variant="ghost"
            size="icon"
            aria-label={messages.removeLeg(number)}
            onClick={onRemove}
          >
            <X size={18} aria-hidden />
          </Button>
        </Head>
      )}
      <Combobox
        label={messages.game}
        placeholder={messages.gamePlaceholder}
        emptyText={messages.noGame}
        error={refused.gameId}
        value={leg.gameId}
        onChange={(gameId) => onChange({ ...leg, gameId, side: undefined })}
        options={games.map(({ id, home, away, sport, startsAt }) => ({
          value: id,
          label: `${home} vs ${away}`,
          note: `${sportNames[sport]} · ${nearStart(startsAt, now)}`,
        }))}
      />
      {game && (
        <SideChoice
          game={game}
          leg={leg}
          error={refused.side ?? refused.market ?? refused.line}
          onChange={(side) => onChange({ ...leg, side })}
        />
      )}
      <OddsField
        odds={leg.odds}
        refused={refused.odds}
        onChange={(odds) => onChange({ ...leg, odds })}
      />
    </Group>
  );
}

type SideChoiceProps = {
  game: UpcomingGame;
  leg: LegDraft;
  error: string | undefined;
  onChange: (side: Side["value"]) => void;
};

function SideChoice({ game, leg, error, onChange }: SideChoiceProps) {
  const { oddsFormat } = useDisplay();
  return (
    <div>
      <ChoiceGroup
        legend={messages.side}
        columns={{ base: "1fr", sm: "repeat(2, minmax(0, 1fr))" }}
      >
        {sidesOf(game).map(({ value, name, market, best }) => (
          <Choice
            key={value}
            name={`side-${leg.key}`}
            value={value}
            checked={leg.side === value}
            onChange={() => onChange(value)}
          >
            <chakra.span display="block" fontWeight={600}>
              {name}
            </chakra.span>{" "}
            <chakra.span display="block" textStyle="small" color="fg.subtle">
              {market} ·{" "}
              {best
                ? messages.best(oddsIn(oddsFormat, best.odds).shown, best.book)
                : messages.noBest}
            </chakra.span>
          </Choice>
        ))}
      </ChoiceGroup>
      {game.spread && (
        <chakra.p textStyle="small" color="fg.muted" mt={2}>
          {messages.usualLine}
        </chakra.p>
      )}
      {error !== undefined && (
        <chakra.p role="alert" textStyle="label" color="fg.error" mt={1.5}>
          {error}
        </chakra.p>
      )}
    </div>
  );
}

type OddsFieldProps = {
  odds: string;
  refused: string | undefined;
  onChange: (odds: string) => void;
};

/** Odds in any notation. What they mean in the others is below them, a mistake after the field is left. */
function OddsField({ odds, refused, onChange }: OddsFieldProps) {
  const [left, setLeft] = useState(false);
  const parsed = parseOdds(odds);
  const isWrong = left && odds.trim() !== "" && parsed === undefined;
  return (
    <Field
      label={messages.odds}
      error={isWrong ? messages.oddsWrong : refused}
      help={parsed === undefined ? undefined : <OtherNotations odds={parsed} />}
    >
      <Input
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        fontFamily="mono"
        placeholder={messages.oddsPlaceholder}
        value={odds}
        onChange={({ target }) => {
          setLeft(false);
          onChange(target.value);
        }}
        onBlur={() => setLeft(true)}
      />
    </Field>
  );
}

function OtherNotations({ odds }: { odds: number }) {
  const notations = (["american", "decimal", "fractional"] as const).map(
    (format) => oddsIn(format, odds).shown,
  );
  return (
    <>
      <chakra.span textStyle="numSm">{notations.join(" · ")}</chakra.span> ·{" "}
      {priceMessages.breakEven} {probabilityText(1 / decimalOdds(odds))}
    </>
  );
}
