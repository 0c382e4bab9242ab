import { Box } from "@chakra-ui/react/box";
import { Input } from "#/components/form/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import { useState } from "react";
import { Field } from "#/components/form/field.tsx";
import { parseStake, quickStakes, usePredictionForm } from "#/stores/prediction-form-store.ts";
import { messages } from "../messages.ts";

const Amounts = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: "repeat(6, 1fr)",
    gap: { base: 1, md: 1.5 },
    mt: 2,
  },
});

const Amount = chakra("button", {
  base: {
    minWidth: 0,
    height: { base: "44px", md: "36px" },
    textStyle: "num",
    fontSize: "13px",
    bg: "bg.well",
    color: "fg.muted",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "control",
    cursor: "pointer",
    _hover: { borderColor: "line.control" },
    "&[aria-pressed=true]": { bg: "accent.subtle", borderColor: "accent.fg", color: "accent.fg" },
  },
});

/** The stake: typed and parsed on blur, or chosen from quick amounts. */
export function StakeField() {
  const { stake, setStake } = usePredictionForm();
  const [text, setText] = useState(String(stake ?? ""));
  const [last, setLast] = useState(stake);
  // During the render: an effect could run after the first key press and undo it.
  if (last !== stake) {
    setLast(stake);
    if (stake !== undefined) setText(String(stake));
  }
  const commit = () => {
    const typed = parseStake(text);
    setStake(typed);
    if (typed !== undefined) setText(String(typed));
  };
  return (
    <div>
      <Field
        error={stake === undefined ? messages.stakeUnreadable : undefined}
        label={
          <chakra.span display="flex" justifyContent="space-between" width="full">
            {messages.stake}
            <chakra.span color="fg.subtle" fontWeight={400} aria-hidden>
              {messages.stakeRange}
            </chakra.span>
          </chakra.span>
        }
      >
        <Box position="relative">
          <chakra.span
            position="absolute"
            insetStart={3}
            top="50%"
            transform="translateY(-50%)"
            textStyle="numLg"
            color="fg.subtle"
            aria-hidden
          >
            $
          </chakra.span>
          <Input
            inputMode="decimal"
            autoComplete="off"
            height="48px"
            ps={10}
            fontFamily="mono"
            fontSize="20px"
            fontWeight={500}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onBlur={commit}
            onKeyDown={(event) => event.key === "Enter" && commit()}
          />
        </Box>
      </Field>
      <Amounts role="group" aria-label={messages.quickAmounts}>
        {quickStakes.map((amount) => (
          <Amount
            key={amount}
            type="button"
            aria-pressed={stake === amount}
            onClick={() => setStake(amount)}
          >
            {amount}
          </Amount>
        ))}
      </Amounts>
    </div>
  );
}
