import { chakra } from "@chakra-ui/react/styled-system";
import { pickEmailChoices, type PickEmails } from "@orbline/proto/constants/predictions";
import type { User } from "@orbline/proto/http/identity/user";
import { useQuery } from "@tanstack/react-query";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { Field } from "#/components/form/field.tsx";
import { Select } from "#/components/form/select.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { dayAndTime } from "#/lib/format.ts";
import { useBreak } from "#/shared/guardrails.ts";
import { notificationSettingsQuery, useNotificationSettings } from "./api.ts";
import { notificationMessages as messages } from "./messages.ts";
import { PushDevices } from "./push-devices.tsx";

/** Settings for emails and push messages about settled picks. Each change is saved at once. */
export function NotificationsPanel({ user }: { user: User }) {
  const { until, isSelfExclusion } = useBreak(true);
  return (
    <Panel title={messages.title}>
      <QueryView
        query={useQuery(notificationSettingsQuery)}
        failed={messages.loadFailed}
        skeleton={<SkeletonRows rows={3} height={6} role="status" aria-label={messages.loading} />}
        m={{ base: 4, md: 5 }}
      >
        {({ emails }) => (
          <EmailChoice
            user={user}
            emails={emails}
            excludedUntil={isSelfExclusion ? until : undefined}
          />
        )}
      </QueryView>
      <PushDevices isPaused={isSelfExclusion} />
    </Panel>
  );
}

type EmailChoiceProps = {
  user: User;
  emails: PickEmails;
  /** When the user's self-exclusion ends, during which no email is sent. */
  excludedUntil: string | undefined;
};

function EmailChoice({ user, emails, excludedUntil }: EmailChoiceProps) {
  const { mutate } = useNotificationSettings();
  return (
    <PanelBody display="grid" gap={4}>
      <p>
        {excludedUntil === undefined ? messages.lead : messages.paused(dayAndTime(excludedUntil))}
      </p>
      <Field
        label={messages.emails}
        help={excludedUntil === undefined || emails === "off" ? messages.notes[emails] : undefined}
      >
        <Select
          value={emails}
          onChange={({ target }) => mutate({ emails: target.value as PickEmails })}
        >
          {pickEmailChoices.map((choice) => (
            <option key={choice} value={choice}>
              {messages.choices[choice]}
            </option>
          ))}
        </Select>
      </Field>
      {!user.emailVerified && emails !== "off" && excludedUntil === undefined && (
        <chakra.p color="warm.fg">
          {user.email === null ? messages.noEmail : messages.unverified}
        </chakra.p>
      )}
    </PanelBody>
  );
}
