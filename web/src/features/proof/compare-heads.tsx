import { chakra } from "@chakra-ui/react/styled-system";
import { verifyConsistency } from "@orbline/proto/http/prediction/record-proof";
import { lazy, type SubmitEvent, Suspense, useState } from "react";
import { Button } from "#/components/ui/button.tsx";
import { Disclosure } from "#/components/ui/disclosure.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { dayAndTime } from "#/lib/format.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { readConsistency, readHead } from "./api.ts";
import { messages } from "./messages.ts";

const ChooseHeads = lazy(async () => ({
  default: (await import("./choose-heads.tsx")).ChooseHeads,
}));

type CompareHeadsProps = {
  /** The numbers of the heads that are compared unless the user chooses others. */
  first: number;
  newest: number;
};

/** Compares two heads by their numbers; the browser verifies the proof. */
export function CompareHeads({ first, newest }: CompareHeadsProps) {
  const [earlier, setEarlier] = useState(String(first));
  const [later, setLater] = useState(String(newest));
  const { mutate, data, error, isPending } = useSingleMutation({ mutationFn: compare });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    mutate({ from: Number(earlier), to: Number(later) });
  };
  return (
    <Panel title={messages.compare}>
      <form onSubmit={submit}>
        <PanelBody display="grid" gap={3}>
          <chakra.p maxWidth="72ch">{messages.compareLead}</chakra.p>
          <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={4}>
            <Button type="submit" variant="primary" disabled={isPending}>
              {isPending ? messages.checking : messages.check}
            </Button>
            <chakra.p aria-live="polite">{error ? messages.compareFailed : data}</chakra.p>
          </chakra.div>
        </PanelBody>
        <Disclosure label={messages.choose}>
          <Suspense>
            <ChooseHeads
              heads={[
                { label: messages.earlier, value: earlier, set: setEarlier },
                { label: messages.later, value: later, set: setLater },
              ]}
            />
          </Suspense>
        </Disclosure>
      </form>
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
  const when = dayAndTime(earlier.timestamp);
  return isConsistent ? messages.consistent(earlier.size, when) : messages.inconsistent(when);
}
