import { type Html, html } from "../html.ts";

export const panel = (id: string, title: string, body: Html): Html =>
  html`<section class="panel" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${body}
  </section>`;

/** A form of the control page. `fields` become hidden inputs. */
export const form = (action: string, body: Html, fields: Record<string, string> = {}): Html =>
  html`<form method="post" action="/control/${action}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${body}
  </form>`;

/** A submit button. `about` is added to its accessible name. */
export const button = (
  label: string,
  { name, value, about }: { name?: string; value?: string; about?: string } = {},
): Html =>
  html`<button
    class="plain"
    type="submit"
    ${name && html`name="${name}" value="${value}"`}
    ${about && html`aria-label="${label}: ${about}"`}
  >
    ${label}
  </button>`;

type Input = { id: string; label: string; value: string | number; type?: string };

export const input = ({ id, label, value, type = "text" }: Input): Html =>
  html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${id}"
      type="${type}"
      value="${value}"
      ${type === "number" && html`min="0" step="any"`}
    />
  </div>`;

/** A labeled select. `options` are pairs of value and label. */
export const choice = (
  id: string,
  label: string,
  options: readonly (readonly [string, string])[],
): Html =>
  html`<div class="field">
    <label for="${id}">${label}</label>
    <select id="${id}" name="${id}">
      ${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
    </select>
  </div>`;

export const box = (id: string, label: string, checked: boolean): Html =>
  html`<p class="tick">
    <input id="${id}" name="${id}" type="checkbox" value="on" ${checked && html`checked`} />
    <label for="${id}">${label}</label>
  </p>`;

export const time = (at: number): string =>
  `${new Date(at * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** A link to the stored object with this id. */
export const objectLink = (id: string): Html =>
  html`<a href="/control/objects/${id}"><code>${id}</code></a>`;
