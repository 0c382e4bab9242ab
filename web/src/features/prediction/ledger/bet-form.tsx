import { Input } from "#/components/form/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import { stakeLimits } from "@orbline/proto/constants/predictions";
import type { NewBet } from "@orbline/proto/http/prediction/ledger";
import { useState, type SubmitEvent } from "react";
import { Field } from "#/components/form/field.tsx";
import { Button } from "#/components/ui/button.tsx";
import { useDisplay } from "#/lib/display.ts";
import { money, oddsIn } from "#/lib/format.ts";
import { parseOdds } from "#/lib/odds-input.ts";
import { ledgerMessages as messages } from "./messages.ts";

const Fields = chakra("form", {
  base: {
    display: "grid",
    gap: 3,
    alignItems: "start",
    gridTemplateColumns: { base: "minmax(0, 1fr)", sm: "repeat(3, minmax(0, 1fr))" },
  },
});

const Buttons = chakra("div", {
  base: { display: "flex", flexWrap: "wrap", columnGap: 3, rowGap: 1, gridColumn: "1 / -1" },
});

type BetFormProps = {
  start: NewBet;
  isSaving: boolean;
  onSave: (bet: NewBet) => void;
  onCancel: () => void;
};

/** Asks for the stake, the odds and the book of a bet, with those of the prediction at first. */
export function BetForm({ start, isSaving, onSave, onCancel }: BetFormProps) {
  const format = useDisplay().oddsFormat;
  const [stake, setStake] = useState(String(start.stake));
  const [odds, setOdds] = useState(oddsIn(format, start.odds).shown);
  const [book, setBook] = useState(start.book);
  const [wrong, setWrong] = useState<Partial<Record<keyof NewBet, string>>>({});
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = { stake: parseAmount(stake), odds: parseOdds(odds), book: book.trim() };
    setWrong({
      ...(typed.stake === undefined && { stake: stakeWrong }),
      ...(typed.odds === undefined && { odds: messages.oddsWrong }),
      ...(typed.book === "" && { book: messages.bookWrong }),
    });
    if (typed.stake === undefined || typed.odds === undefined || typed.book === "") return;
    // The start in another notation is rounded: an unchanged text means the unchanged odds.
    const isUnchanged = odds === oddsIn(format, start.odds).shown;
    onSave({
      stake: typed.stake,
      odds: isUnchanged ? start.odds : typed.odds,
      book: typed.book,
    });
  };
  return (
    <Fields noValidate aria-label={messages.form} onSubmit={submit}>
      <Field label={messages.stake} error={wrong.stake}>
        <Input
          autoFocus
          inputMode="decimal"
          autoComplete="off"
          value={stake}
          onChange={({ target }) => setStake(target.value)}
        />
      </Field>
      <Field label={messages.odds} help={messages.oddsHelp} error={wrong.odds}>
        <Input autoComplete="off" value={odds} onChange={({ target }) => setOdds(target.value)} />
      </Field>
      <Field label={messages.book} error={wrong.book}>
        <Input
          maxLength={40}
          autoComplete="off"
          value={book}
          onChange={({ target }) => setBook(target.value)}
        />
      </Field>
      <Buttons>
        <Button type="submit" size="sm" variant="primary" disabled={isSaving}>
          {isSaving ? messages.saving : messages.save}
        </Button>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {messages.cancel}
        </Button>
      </Buttons>
    </Fields>
  );
}

const stakeWrong = messages.stakeWrong(money(stakeLimits.min), money(stakeLimits.max));

/** Dollars within the limits, with a point or a comma before the cents. */
function parseAmount(text: string): number | undefined {
  const amount = Number(text.trim().replace(/^\$/, "").replace(",", "."));
  const isWithin = amount >= stakeLimits.min && amount <= stakeLimits.max;
  return text.trim() !== "" && isWithin ? Math.round(amount * 100) / 100 : undefined;
}
