import { chakra } from "@chakra-ui/react/styled-system";
import { Input } from "#/components/form/input.tsx";
import { Field } from "#/components/form/field.tsx";
import { messages } from "./messages.ts";

type Head = { label: string; value: string; set: (value: string) => void };

/** Fields for the numbers of two heads. */
export function ChooseHeads({ heads }: { heads: readonly Head[] }) {
  return (
    <chakra.div display="flex" flexWrap="wrap" gap={3} px={{ base: 4, md: 5 }} pb={5}>
      <chakra.p width="full">{messages.chooseLead}</chakra.p>
      {heads.map(({ label, value, set }) => (
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
    </chakra.div>
  );
}
