import { type Html, html } from "../html.ts";

export function panel(id: string, title: string, body: Html): Html {
  return html`<section class="panel" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${body}
  </section>`;
}

/** A form of the control page. `fields` become hidden inputs. */
export function form(action: string, body: Html, fields: Record<string, string> = {}): Html {
  return html`<form method="post" action="/control/${action}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    ${body}
  </form>`;
}

/** A submit button. `about` is added to its accessible name. */
export function button(
  label: string,
  { name, value, about }: { name?: string; value?: string; about?: string } = {},
): Html {
  return html`<button
    class="plain"
    type="submit"
    ${name && html`name="${name}" value="${value}"`}
    ${about && html`aria-label="${label}: ${about}"`}
  >
    ${label}
  </button>`;
}

type Input = { id: string; label: string; value: string | number; type?: string };

export function input({ id, label, value, type = "text" }: Input): Html {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${id}"
      type="${type}"
      value="${value}"
      ${type === "number" && html`min="0" step="any"`}
    />
  </div>`;
}

/** A labeled select. `options` are pairs of value and label. */
export function choice(
  id: string,
  label: string,
  options: readonly (readonly [string, string])[],
): Html {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <select id="${id}" name="${id}">
      ${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
    </select>
  </div>`;
}

export function box(id: string, label: string, checked: boolean): Html {
  return html`<p class="tick">
    <input id="${id}" name="${id}" type="checkbox" value="on" ${checked && html`checked`} />
    <label for="${id}">${label}</label>
  </p>`;
}

export function time(at: number): string {
  return `${new Date(at * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** A link to the stored object with this id. */
export function objectLink(id: string): Html {
  return html`<a href="/control/objects/${id}"><code>${id}</code></a>`;
}
