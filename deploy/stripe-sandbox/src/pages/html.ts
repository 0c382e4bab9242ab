/** Escaped markup. */
export type Html = { readonly markup: string };

type Value = Html | readonly Html[] | string | number | null | false | undefined;

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Builds markup from a template and escapes every value that is not `Html`. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { markup: parts.map((part, at) => part + toMarkup(values[at])).join("") };
}

function toMarkup(value: Value): string {
  if (value === null || value === undefined || value === false) return "";
  if (typeof value === "object" && "markup" in value) return value.markup;
  if (typeof value === "object") return value.map(({ markup }) => markup).join("");
  return String(value).replaceAll(/[&<>"']/g, (char) => escapes[char] ?? char);
}

export function panel(id: string, title: string, body: Html): Html {
  return html`<section class="panel" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${body}
  </section>`;
}

export function form(action: string, body: Html): Html {
  return html`<form method="post" action="${action}" novalidate>${body}</form>`;
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

/** A labeled text input with its error. `more` are further attributes. */
export function input(
  name: string,
  label: string,
  value: string | number,
  more: Record<string, string> = {},
  error?: string,
): Html {
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      ${Object.entries(more).map(([key, text]) => html` ${key}="${text}"`)}
      ${error && html`aria-invalid="true" aria-describedby="${name}-error"`}
    />
    ${error && html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`;
}

/** A list of terms and their values. */
export function facts(pairs: [term: string, value: string][]): Html {
  return html`<dl>
    ${pairs.map(
      ([term, value]) =>
        html`<div>
          <dt>${term}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

export function table(headings: string[], rows: (Html | string)[][]): Html {
  return html`<table>
    <thead>
      <tr>
        ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Cents as dollars, for example `$19.99`. */
export function money(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

/** A Unix second as a calendar day in UTC, for example `November 23, 2026`. */
export function day(at: number): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(at * 1000);
}
