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
  return {
    markup: parts.map((part, at) => part + toMarkup(values[at])).join(""),
  };
}

function toMarkup(value: Value): string {
  if (value === null || value === undefined || value === false) return "";
  if (typeof value === "object" && "markup" in value) return value.markup;
  if (typeof value === "object") return value.map(({ markup }) => markup).join("");
  return String(value).replaceAll(/[&<>"']/g, (char) => escapes[char] ?? char);
}
