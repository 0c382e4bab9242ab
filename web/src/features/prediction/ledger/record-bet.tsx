import { chakra } from "@chakra-ui/react/styled-system";
import type { NewBet, RecordedBet } from "@orbline/proto/http/prediction/ledger";
import type { Prediction, StoredPrediction } from "@orbline/proto/http/prediction/prediction";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, startTransition, useState } from "react";
import { Button } from "#/components/ui/button.tsx";
import { PanelFooter } from "#/components/ui/panel.tsx";
import { errorText } from "#/lib/api.ts";
import { useDisplay } from "#/lib/display.ts";
import { money, oddsIn } from "#/lib/format.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { historyKey, recordBet, removeBet } from "../api.ts";
import { bookOf } from "../outcome.ts";
import { ledgerMessages as messages } from "./messages.ts";

const BetForm = lazy(async () => ({ default: (await import("./bet-form.tsx")).BetForm }));

type Recordable = Prediction & Partial<Pick<StoredPrediction, "bet">>;

/** Records what the user really bet on a prediction, shows it, corrects it and removes it. */
export function RecordBet({ prediction }: { prediction: Recordable }) {
  const { id } = prediction;
  const client = useQueryClient();
  const [bet, setBet] = useState<RecordedBet | null>(prediction.bet ?? null);
  const [isEditing, setEditing] = useState(false);
  // The field or button that had the focus is gone after a change, so the first button takes it.
  const [wasChanged, setChanged] = useState(false);
  // The button stays until the form has loaded.
  const edit = () =>
    startTransition(() => {
      setChanged(true);
      setEditing(true);
    });
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
  book: bookOf(bets) ?? "",
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
      <chakra.span display="inline-flex">
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
