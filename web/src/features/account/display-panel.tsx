import { oddsFormats, type OddsFormat } from "@orbline/proto/constants/display";
import type { User } from "@orbline/proto/http/identity/user";
import { Field } from "#/components/form/field.tsx";
import { Select } from "#/components/form/select.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { useDisplay } from "#/lib/display.ts";
import { useSetPreferences } from "./api.ts";
import { messages } from "./messages.ts";

const timeZones = Intl.supportedValuesOf("timeZone");

type DisplayPanelProps = { user: User; onUser: (user: User) => void };

/** The time zone of dates and the notation of odds, stored with the account. */
export function DisplayPanel({ user, onUser }: DisplayPanelProps) {
  const { oddsFormat, timeZone } = useDisplay();
  const { mutate } = useSetPreferences({ before: user.preferences, onUser });
  const current = { oddsFormat, timeZone: timeZone ?? null };
  return (
    <Panel title={messages.display}>
      <PanelBody display="grid" gap={4}>
        <p>{messages.displayLead}</p>
        <Field label={messages.timeZone}>
          <Select
            value={timeZone ?? ""}
            onChange={({ target }) => mutate({ ...current, timeZone: target.value || null })}
          >
            <option value="">{messages.browserTimeZone}</option>
            {timeZones.map((name) => (
              <option key={name} value={name}>
                {name.replaceAll("_", " ")}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={messages.oddsFormat}>
          <Select
            value={oddsFormat}
            onChange={({ target }) =>
              mutate({ ...current, oddsFormat: target.value as OddsFormat })
            }
          >
            {oddsFormats.map((format) => (
              <option key={format} value={format}>
                {messages.oddsFormats[format]}
              </option>
            ))}
          </Select>
        </Field>
      </PanelBody>
    </Panel>
  );
}
