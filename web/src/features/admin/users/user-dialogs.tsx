import { chakra } from "@chakra-ui/react/styled-system";
import { activationDays } from "@orbline/proto/constants/subscription";
import type { AdminUser, AdminUserDetails } from "@orbline/proto/http/admin/users";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useController } from "react-hook-form";
import { z } from "zod";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { WarningStrip } from "#/components/feedback/warning-strip.tsx";
import { Field } from "#/components/form/field.tsx";
import { Select } from "#/components/form/select.tsx";
import { Button } from "#/components/ui/button.tsx";
import { Sheet, SheetChain } from "#/components/ui/sheet.tsx";
import { call } from "#/lib/api.ts";
import { utcMinute } from "#/lib/format.ts";
import { ActionDialog, optionalReason } from "../action-dialog.tsx";
import { AccessSection } from "./access-section.tsx";
import { userDetailsQuery } from "../api.ts";
import { StateBadge } from "../badges.tsx";
import { useFailureToast } from "../list-tab.tsx";
import { messages, inWords, planName } from "../messages.ts";

type UserDialogsProps = { user: AdminUser; onClose: () => void };

/** The dialogs of one user: details first, from there activate or cancel, and back. */
export function UserDialogs({ user, onClose }: UserDialogsProps) {
  const [step, setStep] = useState<"details" | "activate" | "cancel">("details");
  const action = { user, onDone: onClose, onClose: () => setStep("details") };
  return (
    <SheetChain>
      {step === "details" && <DetailsDialog user={user} onClose={onClose} onStep={setStep} />}
      {step === "activate" && <ActivateDialog {...action} />}
      {step === "cancel" && <CancelDialog {...action} />}
    </SheetChain>
  );
}

type ActionProps = { user: AdminUser; onDone: () => void; onClose: () => void };

const activateSchema = optionalReason.extend({
  durationDays: z.coerce.number<number | string>().pipe(z.literal(activationDays)),
});

function ActivateDialog({ user, ...close }: ActionProps) {
  return (
    <ActionDialog
      {...close}
      title={messages.activateTitle}
      text={messages.activateText(user.username)}
      confirm={messages.activate}
      busyText={messages.activating}
      reasonLabel={messages.optionalReason}
      schema={activateSchema}
      defaults={{ durationDays: 30, reason: "" }}
      run={({ reason, durationDays }, commandId) =>
        call("admin", "POST /api/admin/user/{id}/activate-subscription", {
          params: { id: user.id },
          body: { durationDays, commandId, reason: reason || undefined },
        })
      }
      done={(result, { durationDays }) => ({
        title: messages.activatedTitle,
        description: messages.activated(result.user.username, durationDays),
      })}
      failed={messages.activateFailed}
    >
      <DurationField />
    </ActionDialog>
  );
}

function DurationField() {
  const { field } = useController({ name: "durationDays" });
  return (
    <Field label={messages.duration}>
      <Select {...field}>
        {activationDays.map((days) => (
          <option key={days} value={days}>
            {messages.days(days)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function CancelDialog({ user, ...close }: ActionProps) {
  return (
    <ActionDialog
      danger
      {...close}
      title={messages.cancelTitle}
      text={messages.cancelText(user.username)}
      confirm={messages.cancelTitle}
      busyText={messages.canceling}
      reasonLabel={messages.optionalReason}
      schema={optionalReason}
      defaults={{ reason: "" }}
      run={({ reason }) =>
        call("admin", "POST /api/admin/user/{id}/cancel-subscription", {
          params: { id: user.id },
          body: { reason: reason || undefined },
        })
      }
      done={(result) => ({
        title: messages.done,
        description: messages.canceled(result.user.username),
      })}
      failed={messages.cancelFailed}
    />
  );
}

type DetailsDialogProps = UserDialogsProps & { onStep: (step: "activate" | "cancel") => void };

function DetailsDialog({ user, onClose, onStep }: DetailsDialogProps) {
  const query = useQuery({ ...userDetailsQuery(user.id), refetchOnMount: "always" });
  useFailureToast(query.error, messages.detailsFailed);
  return (
    <Sheet
      title={user.username}
      description={user.email ?? messages.dash}
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" onClick={() => onStep("cancel")}>
            {messages.cancel}
          </Button>
          <Button variant="solid" onClick={() => onStep("activate")}>
            {messages.activate}
          </Button>
        </>
      }
    >
      <QueryView
        query={query}
        failed={messages.detailsFailed}
        skeleton={<SkeletonRows rows={6} p={0} />}
        mb={4}
      >
        {(details) => <Details details={details} />}
      </QueryView>
      <AccessSection user={user} />
    </Sheet>
  );
}

const Title = chakra("h3", {
  base: { textStyle: "h3", fontSize: "14px", mt: 5, mb: 2, _first: { mt: 0 } },
});

function Details({ details }: { details: AdminUserDetails }) {
  const end = details.subscriptionEndDate;
  return (
    <>
      {details.subscriptionStatus === "past_due" && <WarningStrip>{messages.pastDue}</WarningStrip>}
      <Title>{messages.subscription}</Title>
      <DefinitionList
        entries={[
          [messages.status, <StateBadge key="status" state={details.subscriptionStatus} />],
          [messages.tier, inWords(details.subscriptionTier)],
          [messages.endDate, end === null ? messages.dash : utcMinute(end)],
        ]}
      />
      <Title>{messages.provider}</Title>
      <DefinitionList
        entries={[
          [messages.customerId, shortId(details.stripeCustomerId)],
          [messages.subscriptionId, details.stripeSubscriptionId ?? messages.dash],
          ...providerEntries(details.stripeDetails),
        ]}
      />
    </>
  );
}

function providerEntries(provider: AdminUserDetails["stripeDetails"]): [string, string][] {
  if (provider === null) return [];
  const { status, currentPeriodEnd: end, cancelAtPeriodEnd, plan, error } = provider;
  return [
    [messages.providerStatus, status],
    [messages.periodEnd, end === null ? messages.dash : utcMinute(end)],
    [messages.cancelAtPeriodEnd, cancelAtPeriodEnd ? messages.yes : messages.no],
    [messages.plan, planName(plan)],
    ...(error === undefined ? [] : [[messages.providerError, error] as [string, string]]),
  ];
}

/** The specification shows the first eight characters of the customer id. */
function shortId(id: string | null): string {
  if (id === null) return messages.dash;
  return id.length > 8 ? `${id.slice(0, 8)}…` : id;
}
