import { chakra } from "@chakra-ui/react/styled-system";
import { Input } from "@chakra-ui/react/input";
import { verifyConsistency } from "@orbline/proto/http/prediction/record-proof";
import { type SubmitEvent, useState } from "react";
import { Field } from "#/components/form/field.tsx";
import { Button } from "#/components/ui/button.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { readConsistency, readHead } from "./api.ts";
import { messages } from "./messages.ts";

/** Compares two heads by their numbers; the browser verifies the proof. */
export function CompareHeads({ newest }: { newest: number }) {
  const [earlier, setEarlier] = useState("0");
  const [later, setLater] = useState(String(newest));
  const { mutate, data, error, isPending } = useSingleMutation({ mutationFn: compare });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    mutate({ from: Number(earlier), to: Number(later) });
  };
  return (
    <Panel title={messages.compare}>
      <PanelBody display="grid" gap={4}>
        <chakra.p maxWidth="72ch">{messages.compareLead}</chakra.p>
        <chakra.form display="flex" flexWrap="wrap" alignItems="end" gap={3} onSubmit={submit}>
          {[
            { label: messages.earlier, value: earlier, set: setEarlier },
            { label: messages.later, value: later, set: setLater },
          ].map(({ label, value, set }) => (
            <chakra.div key={label} width="140px">
              <Field label={label}>
                <Input
                  inputMode="numeric"
                  value={value}
                  onChange={(event) => set(event.target.value)}
                />
              </Field>
            </chakra.div>
          ))}
          <Button type="submit" disabled={isPending}>
            {isPending ? messages.checking : messages.check}
          </Button>
        </chakra.form>
        <chakra.p minHeight="24px" aria-live="polite">
          {error ? messages.compareFailed : data}
        </chakra.p>
      </PanelBody>
    </Panel>
  );
}

/** Reads two heads and the proof between them, and says what the proof shows. */
async function compare({ from, to }: { from: number; to: number }): Promise<string> {
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || from > to)
    return messages.unknownHead;
  const [earlier, later] = await Promise.all([readHead(from), readHead(to)]);
  if (!earlier || !later) return messages.unknownHead;
  const { proof } = await readConsistency(earlier.size, later.size);
  const isConsistent = await verifyConsistency({
    from: earlier.size,
    to: later.size,
    fromRoot: earlier.rootHash,
    toRoot: later.rootHash,
    proof,
  });
  return isConsistent ? messages.consistent(from, to) : messages.inconsistent(from, to);
}
