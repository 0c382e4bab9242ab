import { type Html, html } from "../html.ts";

/** A titled part of a page. */
export const panel = (id: string, title: string, body: Html): Html =>
  html`<section class="panel" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${body}
  </section>`;

/** A form that posts to the control page; `fields` travel along unseen. */
export const form = (action: string, body: Html, fields: Record<string, string> = {}): Html =>
  html`<form method="post" action="/control/${action}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${body}
  </form>`;

/** A button that sends its form, with a value of its own where one is given; `about` is read aloud with it. */
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

/** A labelled input. */
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

/** A labelled choice; `options` are values with their words. */
export const choice = (
  id: string,
  label: string,
  options: readonly (readonly [string, string])[],
): Html =>
  html`<div class="field">
    <label for="${id}">${label}</label>
    <select id="${id}" name="${id}">
      ${options.map(([value, words]) => html`<option value="${value}">${words}</option>`)}
    </select>
  </div>`;

/** A labelled box to tick. */
export const box = (id: string, label: string, checked: boolean): Html =>
  html`<p class="tick">
    <input id="${id}" name="${id}" type="checkbox" value="on" ${checked && html`checked`} />
    <label for="${id}">${label}</label>
  </p>`;

/** A Unix second as date and time in UTC. */
export const time = (at: number): string =>
  `${new Date(at * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;

/** A link to what the sandbox holds under an id. */
export const objectLink = (id: string): Html =>
  html`<a href="/control/objects/${id}"><code>${id}</code></a>`;
