import {
  type LimitKind,
  limitKinds,
  type LimitName,
  limitNames,
  limitsOf,
  type LimitWindow,
  limitWindows,
  maxLimits,
} from "@orbline/proto/constants/guardrails";
import {
  type GuardrailsResponse,
  limitValueSchema,
  selfExclusionSchema,
  stakeLimitSchema,
} from "@orbline/proto/http/prediction/guardrails";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { z } from "zod";
import { FactList } from "#/components/data/fact-list.tsx";
import { Checkbox } from "#/components/form/choice.tsx";
import { Field } from "#/components/form/field.tsx";
import { FormDialog } from "#/components/form/form-dialog.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { TextField } from "#/components/form/form-fields.tsx";
import { Select } from "#/components/form/select.tsx";
import { usePost } from "#/lib/use-single-mutation.ts";
import { notify } from "#/stores/toast-store.ts";
import { useGuardrailsChanged, useSelfExclusion } from "./api.ts";
import { guardrailMessages as messages } from "./messages.ts";

type LimitsDialogProps = { limits: GuardrailsResponse["limits"]; onClose: () => void };

/** An empty field is no limit. */
const numberOrNull = z
  .string()
  .trim()
  .transform((text) => (text === "" ? null : Number(text)));
const limitField = numberOrNull.pipe(limitValueSchema);
const stakeField = numberOrNull.pipe(stakeLimitSchema);
const limitFieldsSchema = z.object({
  day: limitField,
  week: limitField,
  month: limitField,
  stakeDay: stakeField,
  stakeWeek: stakeField,
  stakeMonth: stakeField,
});

/** Sends only the limits that differ: an unchanged one leaves a change that waits alone. */
export function LimitsDialog({ limits, onClose }: LimitsDialogProps) {
  const onSuccess = useDone(messages.savedTitle, onClose);
  const change = usePost("prediction", "PATCH /api/guardrails/limits");
  return (
    <FormDialog
      title={messages.changeLimits}
      description={messages.changeLead}
      keepLabel={messages.keep}
      submitLabel={messages.saveLimits}
      busyText={change.isPending && messages.saving}
      schema={limitFieldsSchema}
      defaults={{
        day: textOf(limits.day.limit),
        week: textOf(limits.week.limit),
        month: textOf(limits.month.limit),
        stakeDay: textOf(limits.stakeDay.limit),
        stakeWeek: textOf(limits.stakeWeek.limit),
        stakeMonth: textOf(limits.stakeMonth.limit),
      }}
      error={change.error}
      onSubmit={(values) => {
        const changed = limitNames.filter((name) => values[name] !== limits[name].limit);
        if (changed.length === 0) return onClose();
        change.mutate(Object.fromEntries(changed.map((name) => [name, values[name]])), {
          onSuccess,
        });
      }}
      onClose={onClose}
    >
      {limitKinds.map((kind) =>
        limitWindows.map((window) => (
          <LimitField key={limitsOf[kind][window]} kind={kind} window={window} />
        )),
      )}
      <FormFailure error={change.error} fallback={messages.unchanged} />
    </FormDialog>
  );
}

/** One limit. A hint says that it counts if it is lower than the limit of a shorter period. */
function LimitField({ kind, window }: { kind: LimitKind; window: LimitWindow }) {
  const typed = useWatch<Record<LimitName, string>>();
  // Of an empty field, or one that is not a number, it is NaN, which is neither lower nor higher.
  const limitOf = (each: LimitWindow) => Number(typed[limitsOf[kind][each]]?.trim() || Number.NaN);
  const isShorter = (each: LimitWindow) =>
    limitWindows.indexOf(each) < limitWindows.indexOf(window);
  const exceeding = limitWindows.find((each) => isShorter(each) && limitOf(each) > limitOf(window));
  const help = [messages.limitHelp[kind], exceeding && messages.lowerCounts(exceeding)];
  return (
    <TextField
      name={limitsOf[kind][window]}
      label={messages.limitOf(kind, window)}
      help={help.filter(Boolean).join(" ") || undefined}
      inputMode="numeric"
      autoComplete="off"
      maxLength={String(maxLimits[kind]).length}
    />
  );
}

/** Ends a dialog: says what was changed, and shows the guardrails after the change. */
function useDone(title: string, onClose: () => void) {
  const onChanged = useGuardrailsChanged();
  return (guardrails: GuardrailsResponse) => {
    notify({ title });
    onChanged(guardrails);
    onClose();
  };
}

const textOf = (limit: number | null) => (limit === null ? "" : String(limit));

const timeOutFieldsSchema = z.object({ days: z.coerce.number<number | string>() });

/** Says what a time-out does before it starts. */
export function TimeOutDialog({ onClose }: { onClose: () => void }) {
  const onSuccess = useDone(messages.timeOutStarted, onClose);
  const start = usePost("prediction", "POST /api/guardrails/time-out");
  return (
    <FormDialog
      danger
      title={messages.timeOut}
      keepLabel={messages.keep}
      submitLabel={messages.startTimeOut}
      busyText={start.isPending && messages.starting}
      schema={timeOutFieldsSchema}
      defaults={{ days: messages.timeOuts[0].days }}
      error={start.error}
      onSubmit={(values) => start.mutate(values, { onSuccess })}
      onClose={onClose}
    >
      <FactList facts={messages.timeOutFacts} color="fg.muted" />
      <LengthField
        name="days"
        label={messages.timeOutLength}
        lengths={messages.timeOuts.map(({ days, label }) => ({ value: days, label }))}
      />
      <FormFailure error={start.error} fallback={messages.unchanged} />
    </FormDialog>
  );
}

const selfExclusionFieldsSchema = selfExclusionSchema.extend({
  months: z.coerce.number<number | string>().pipe(selfExclusionSchema.shape.months),
});

/** Says what a self-exclusion does; the user ticks a box that it cannot be undone. */
export function SelfExclusionDialog({ onClose }: { onClose: () => void }) {
  const onSuccess = useDone(messages.selfExclusionStarted, onClose);
  const exclude = useSelfExclusion();
  return (
    <FormDialog
      danger
      title={messages.selfExclude}
      keepLabel={messages.keep}
      submitLabel={messages.startSelfExclusion}
      busyText={exclude.isPending && messages.starting}
      schema={selfExclusionFieldsSchema}
      defaults={{ months: messages.selfExclusions[0].months }}
      error={exclude.error}
      onSubmit={(values) => exclude.mutate(values, { onSuccess })}
      onClose={onClose}
    >
      <FactList facts={messages.selfExclusionFacts} color="fg.muted" />
      <LengthField
        name="months"
        label={messages.selfExclusionLength}
        lengths={messages.selfExclusions.map(({ months, label }) => ({ value: months, label }))}
      />
      <UnderstoodField />
      <FormFailure error={exclude.error} fallback={messages.unchanged} />
    </FormDialog>
  );
}

function UnderstoodField() {
  const { register, getFieldState, formState } = useFormContext();
  const { error } = getFieldState("understood", formState);
  return (
    <Checkbox {...register("understood")} error={error?.message}>
      {messages.understood}
    </Checkbox>
  );
}

type LengthFieldProps = {
  name: string;
  label: string;
  lengths: readonly { value: number; label: string }[];
};

function LengthField({ name, label, lengths }: LengthFieldProps) {
  const { field } = useController({ name });
  return (
    <Field label={label}>
      <Select {...field}>
        {lengths.map((length) => (
          <option key={length.value} value={length.value}>
            {length.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}
