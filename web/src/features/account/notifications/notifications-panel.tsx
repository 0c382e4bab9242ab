import { chakra } from "@chakra-ui/react/styled-system";
import { pickEmailChoices, type PickEmails } from "@orbline/proto/constants/predictions";
import type { User } from "@orbline/proto/http/identity/user";
import { useQuery } from "@tanstack/react-query";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { Field } from "#/components/form/field.tsx";
import { Select } from "#/components/form/select.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { notificationSettingsQuery, useNotificationSettings } from "./api.ts";
import { notificationMessages as messages } from "./messages.ts";
import { PushDevices } from "./push-devices.tsx";

/** Settings for emails and push messages about settled picks. Each change is saved at once. */
export function NotificationsPanel({ user }: { user: User }) {
  return (
    <Panel title={messages.title}>
      <QueryView
        query={useQuery(notificationSettingsQuery)}
        failed={messages.loadFailed}
        skeleton={<SkeletonRows rows={3} height={6} role="status" aria-label={messages.loading} />}
        m={{ base: 4, md: 5 }}
      >
        {({ emails }) => <EmailChoice user={user} emails={emails} />}
      </QueryView>
      <PushDevices />
    </Panel>
  );
}

function EmailChoice({ user, emails }: { user: User; emails: PickEmails }) {
  const { mutate } = useNotificationSettings();
  return (
    <PanelBody display="grid" gap={4}>
      <p>{messages.lead}</p>
      <Field label={messages.emails} help={messages.notes[emails]}>
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
      {!user.emailVerified && emails !== "off" && (
        <chakra.p color="warm.fg">
          {user.email === null ? messages.noEmail : messages.unverified}
        </chakra.p>
      )}
    </PanelBody>
  );
}
