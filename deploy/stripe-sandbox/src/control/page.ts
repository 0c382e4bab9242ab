import type { NextFunction, Request, Response } from "express";
import { z } from "zod";
import { kindOf } from "../objects/build.ts";
import type { Kind, Stored } from "../objects/types.ts";
import { button, form, type Html, html, input, money, panel } from "../pages/html.ts";
import { notFound, type Page, type PageRoutes, sendPage } from "../pages/page.ts";
import type { World } from "../state/world.ts";
import type { Calls } from "./api.ts";
import type { Control } from "./control.ts";
import formData from "./forms.json" with { type: "json" };

/**
 * `as` says how the text of a field becomes JSON. A number is multiplied by `scale`. The choices
 * are listed, or they are the latest objects `of` a kind.
 */
type Field = {
  as: "number" | "text" | "list" | "box";
  label: string;
  value?: string | number;
  scale?: number;
  choices?: [value: string, label: string][];
  of?: "customer" | "charge" | "dispute" | "event";
};

/** A form over one call of the control API. */
type CallForm = {
  call: keyof Calls;
  title: string;
  button: string;
  done: string;
  fields: Record<string, Field>;
};

const forms = formData as unknown as Record<string, CallForm>;

/** The number of latest objects that the page shows and offers. */
const shown = 40;

/** The control page under /control: plain forms over the calls of the control API. */
export function controlPages(control: Control, calls: Calls): PageRoutes {
  return {
    "GET /": () => ({ redirect: "/control" }),
    "GET /control": (world, { query: { done } }) =>
      controlPage(world, control, { done: typeof done === "string" ? doneText(done) : undefined }),
    "POST /control/:id": (world, { id, body }) => {
      const wanted = forms[id];
      if (!wanted) return notFound;
      const json = toJson(wanted.fields, (body ?? {}) as Record<string, string>);
      const refuse = (message: string) => controlPage(world, control, { status: 422, message });
      if (json["sure"] === false) return refuse("Nothing was deleted. Check the box first.");
      try {
        const found = calls[wanted.call].run(json);
        return { redirect: `/control?done=${hasMatch(found) ? id : "nothing"}` };
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error;
        return refuse(`Invalid request: ${z.prettifyError(error)}`);
      }
    },
    "GET /control/objects/:id": (world, { id }) => {
      const kind = kindOf(id);
      const found = kind && world.store.find(kind, id);
      if (!found) return notFound;
      const body = html`<p><a class="back" href="/control">Back to the sandbox</a></p>
        <pre tabindex="0" role="region" aria-label="The object as the API returns it">
${JSON.stringify(found, null, 2)}</pre>`;
      return { heading: id, body };
    },
  };
}

const isLocalName = (name: string) => /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/.test(name);

/** Rejects forms of other origins and requests for unknown host names (DNS rebinding). */
export function requireSameOrigin(world: World) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const host = req.headers.host ?? "";
    const name = URL.parse(`http://${host}`)?.hostname ?? "";
    const isKnown = host === URL.parse(world.publicUrl())?.host || isLocalName(name);
    const isOwn = req.method === "GET" || URL.parse(req.headers.origin ?? "")?.host === host;
    if (isKnown && isOwn) return next();
    const body = html`<p>The control page accepts its own forms only.</p>`;
    sendPage(res, { status: 403, heading: "Refused", body });
  };
}

function doneText(id: string): string | undefined {
  return id === "nothing" ? "Nothing matches that request." : forms[id]?.done;
}

/** The input of a call. An empty number is left out. */
function toJson(fields: CallForm["fields"], typed: Record<string, string>) {
  const pairs = Object.entries(fields).map(([name, { as, scale = 1 }]) => {
    const text = typed[name] ?? "";
    if (as === "box") return [name, text === "on"] as const;
    if (as === "list") return [name, text.split(/[\s,]+/).filter((part) => part !== "")] as const;
    if (as === "text") return [name, text] as const;
    return [name, text === "" ? undefined : Math.round(Number(text) * scale)] as const;
  });
  return Object.fromEntries(pairs);
}

function hasMatch(found: object | undefined): boolean {
  if (found === undefined || ("cards" in found && found.cards === 0)) return false;
  return !("events" in found && Array.isArray(found.events) && found.events.length === 0);
}

function controlPage(world: World, control: Control, result: Partial<Page>): Page {
  const { now, timers, webhooks, checkout, failures } = control.state();
  const panels = Object.entries(forms).map(([id, { title, button: label, fields }]) => {
    const inputs = Object.entries(fields).map(([name, field]) =>
      inputOf(world, id, name, { ...field, ...current({ ...webhooks, ...checkout }, name, field) }),
    );
    return panel(id, title, form(`/control/${id}`, html`${inputs} ${button(label)}`));
  });
  const planned = failures.map(
    ({ method, path, times, mode }) => html`<li>${method} ${path}, ${times} times: ${mode}</li>`,
  );
  const customers = latest(world, "customer").map(({ id, email }) => {
    const { status = "no subscription" } =
      world.store.first("subscription", { customer: id }) ?? {};
    return html`<li>${email} ${objectLink(id)} ${status}</li>`;
  });
  const events = latest(world, "event").map(({ id, type, created }) => {
    const sent = control
      .deliveries({ event: id })
      .map(
        ({ state, attempts, last_status: status, forged }) =>
          `${forged ? "forged, " : ""}${state} after ${attempts} attempts (${status ?? "no status"})`,
      );
    return html`<li>
      <strong>${type}</strong> ${time(created)}, ${objectLink(id)} ${sent.join("; ") || "not sent"}
    </li>`;
  });
  return {
    heading: "Payment sandbox",
    body: html`<p>
        <strong>${time(now)}</strong>, ${timers} scheduled transitions. Webhooks go to
        ${webhooks.url ?? "no receiver: no URL is set"}.
      </p>
      <div class="two">${panels}</div>
      ${list("planned", "Planned failures", planned)} ${list("customers", "Customers", customers)}
      ${list("events", "Events", events)}`,
    ...result,
  };
}

/** The current value of the switch that a field sets, if it sets one. */
function current(switches: object, name: string, { scale = 1 }: Field) {
  const value = (switches as Partial<Record<string, number | boolean | string[]>>)[name];
  if (value === undefined) return {};
  if (typeof value === "number") return { value: value / scale };
  return { value: Array.isArray(value) ? value.join(", ") : value ? "on" : "" };
}

function inputOf(world: World, formId: string, name: string, field: Field): Html {
  const { as, label, value = "", choices = choicesOf(world, field.of) } = field;
  const id = `${formId}-${name}`;
  if (choices)
    return html`<div class="field">
      <label for="${id}">${label}</label>
      <select id="${id}" name="${name}">
        ${choices.map(([choice, text]) => html`<option value="${choice}">${text}</option>`)}
      </select>
    </div>`;
  if (as === "box")
    return html`<p>
      <input id="${id}" name="${name}" type="checkbox" value="on" ${value && html`checked`} />
      <label for="${id}">${label}</label>
    </p>`;
  const numeric = { type: "number", min: "0", step: "any" };
  return input(name, label, value, as === "number" ? numeric : {});
}

function choicesOf(world: World, kind: Field["of"]): Field["choices"] {
  if (kind === "customer") return latest(world, kind).map(({ id, email }) => [id, email ?? id]);
  if (kind === "event") return latest(world, kind).map(({ id, type }) => [id, `${type} ${id}`]);
  return (
    kind &&
    latest(world, kind).map(({ id, amount, status }) => [id, `${money(amount)} ${status} ${id}`])
  );
}

function latest<K extends Kind>(world: World, kind: K): Stored[K][] {
  return Iterator.from(world.store.walk(kind)).take(shown).toArray();
}

function list(id: string, title: string, rows: Html[]): Html {
  return panel(
    id,
    title,
    rows.length > 0
      ? html`<ul>
          ${rows}
        </ul>`
      : html`<p>None.</p>`,
  );
}

function time(at: number): string {
  return `${new Date(at * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** A link to the stored object with this id. */
function objectLink(id: string): Html {
  return html`<a href="/control/objects/${id}"><code>${id}</code></a>`;
}
