import { Input } from "@chakra-ui/react/input";
import { chakra } from "@chakra-ui/react/styled-system";
import { stakeLimits } from "@orbline/proto/constants/predictions";
import type { NewBet, RecordedBet } from "@orbline/proto/http/prediction/ledger";
import type { Prediction, StoredPrediction } from "@orbline/proto/http/prediction/prediction";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { Field } from "#/components/form/field.tsx";
import { Button } from "#/components/ui/button.tsx";
import { PanelFooter } from "#/components/ui/panel.tsx";
import { errorText } from "#/lib/api.ts";
import { useDisplay } from "#/lib/display.ts";
import { money, oddsIn } from "#/lib/format.ts";
import { parseOdds } from "#/lib/odds-input.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { historyKey, recordBet, removeBet } from "../api.ts";
import { ledgerMessages as messages } from "./messages.ts";

type Recordable = Prediction & Partial<Pick<StoredPrediction, "bet">>;

/** Records what the user really bet on a prediction, shows it, corrects it and removes it. */
export function RecordBet({ prediction }: { prediction: Recordable }) {
  const { id } = prediction;
  const client = useQueryClient();
  const [bet, setBet] = useState<RecordedBet | null>(prediction.bet ?? null);
  const [isEditing, setEditing] = useState(false);
  // The field or button that had the focus is gone after a change, so the first button takes it.
  const [wasChanged, setChanged] = useState(false);
  const edit = () => {
    setChanged(true);
    setEditing(true);
  };
  const changed = (recorded: RecordedBet | null) => {
    setBet(recorded);
    setEditing(false);
    void client.invalidateQueries({ queryKey: historyKey });
  };
  const save = useSingleMutation({
    mutationFn: (typed: NewBet) => recordBet(id, typed),
    onSuccess: changed,
  });
  const remove = useSingleMutation({
    mutationFn: () => removeBet(id),
    onSuccess: () => {
      setChanged(true);
      changed(null);
    },
  });
  const failure = save.error ?? remove.error;
  return (
    <PanelFooter display="grid" gap={3}>
      {isEditing ? (
        <BetForm
          start={bet ?? startOf(prediction)}
          isSaving={save.isPending}
          onSave={(typed) => save.mutate(typed)}
          onCancel={() => setEditing(false)}
        />
      ) : bet ? (
        <Recorded
          bet={bet}
          takesFocus={wasChanged}
          onChange={edit}
          onRemove={() => remove.mutate(undefined)}
        />
      ) : (
        <Line>
          <Button variant="outline" size="sm" autoFocus={wasChanged} onClick={edit}>
            {messages.record}
          </Button>
          <span>{messages.recordNote}</span>
        </Line>
      )}
      {failure && <p role="alert">{errorText(failure, messages.failed)}</p>}
    </PanelFooter>
  );
}

const Line = chakra("div", {
  base: { display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 3, rowGap: 1 },
});

const startOf = ({ stake, parlayOdds, bets }: Recordable): NewBet => ({
  stake,
  odds: parlayOdds,
  book: bets.length === 1 ? (bets[0]?.book ?? "") : "",
});

type RecordedProps = {
  bet: RecordedBet;
  takesFocus: boolean;
  onChange: () => void;
  onRemove: () => void;
};

function Recorded({ bet, takesFocus, onChange, onRemove }: RecordedProps) {
  const { shown } = oddsIn(useDisplay().oddsFormat, bet.odds);
  return (
    <Line>
      <span role="status">{messages.recorded(money(bet.stake), shown, bet.book)}</span>
      <chakra.span display="inline-flex" ms={-3}>
        <Button variant="ghost" size="sm" autoFocus={takesFocus} onClick={onChange}>
          {messages.change}
        </Button>
        <Button variant="ghost" size="sm" onClick={onRemove}>
          {messages.remove}
        </Button>
      </chakra.span>
    </Line>
  );
}

const Fields = chakra("form", {
  base: {
    display: "grid",
    gap: 3,
    alignItems: "start",
    gridTemplateColumns: { base: "minmax(0, 1fr)", sm: "repeat(3, minmax(0, 1fr))" },
  },
});

type BetFormProps = {
  start: NewBet;
  isSaving: boolean;
  onSave: (bet: NewBet) => void;
  onCancel: () => void;
};

function BetForm({ start, isSaving, onSave, onCancel }: BetFormProps) {
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
      <Line gridColumn="1 / -1">
        <Button type="submit" size="sm" variant="primary" disabled={isSaving}>
          {isSaving ? messages.saving : messages.save}
        </Button>
        <Button variant="ghost" size="sm" onClick={onCancel}>
          {messages.cancel}
        </Button>
      </Line>
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
