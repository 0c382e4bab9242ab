import { Field } from "#/components/form/field.tsx";
import { Select } from "#/components/form/select.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { oddsFormats, setDisplay, useDisplay, type OddsFormat } from "#/lib/display.ts";
import { messages } from "./messages.ts";

const timeZones = Intl.supportedValuesOf("timeZone");

/** The time zone of dates and the notation of odds, stored in this browser. */
export function DisplayPanel() {
  const { timeZone, oddsFormat } = useDisplay();
  return (
    <Panel title={messages.display}>
      <PanelBody display="grid" gap={4}>
        <p>{messages.displayLead}</p>
        <Field label={messages.timeZone}>
          <Select
            value={timeZone ?? ""}
            onChange={({ target }) => setDisplay({ timeZone: target.value || undefined })}
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
            onChange={({ target }) => setDisplay({ oddsFormat: target.value as OddsFormat })}
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
