import type { Control } from "../../control/control.ts";
import type { Customer, Event } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";
import { box, button, choice, form, input, objectLink, panel, time } from "./parts.ts";
import { type Html, html } from "../html.ts";

const maxEvents = 40;
const maxCustomers = 40;

/** The clock, webhook switches, customers, latest events and planned failures. */
export function controlPage(world: World, control: Control, done: string | undefined): Html {
  const state = control.state();
  const customers = firstOf(world.store.walk("customer"), maxCustomers);
  const events = firstOf(world.store.walk("event"), maxEvents);
  return html`<h1>Payment sandbox</h1>
    ${done && html`<p role="status">${done}</p>`}
    <div class="two">${clock(state)} ${webhooks(state)}</div>
    ${panel(
      "customers",
      "Customers",
      html`<p class="note">Open a customer to decline cards and to refund or dispute charges.</p>
        <ul class="cards">
          ${customers.map((customer) => customerRow(world, customer))}
        </ul>
        ${customers.length === 0 && html`<p>No checkout was opened yet.</p>`}`,
    )}
    ${panel(
      "events",
      "Events",
      html`<ul class="events">
          ${events.map((event) => eventRow(control, event))}
        </ul>
        ${events.length === 0 && html`<p>No events yet.</p>`}`,
    )}
    <div class="two">
      ${failures(state)}
      ${panel(
        "reset",
        "Reset",
        html`<p>Deletes every customer, payment and event. The shop keeps its own records.</p>
          ${form("reset", html`${box("sure", "Yes, delete everything", false)} ${button("Reset the sandbox")}`)}`,
      )}
    </div>`;
}

function clock({ now, timers }: ReturnType<Control["state"]>): Html {
  return panel(
    "clock",
    "Clock",
    html`<p><strong>${time(now)}</strong>, ${timers} scheduled transitions.</p>
      ${form(
        "clock",
        html`<div class="row">
            ${input({ id: "amount", label: "Move forward by", value: 1, type: "number" })}
            ${choice("unit", "Unit", [
              ["86400", "days"],
              ["3600", "hours"],
              ["60", "minutes"],
            ])}
          </div>
          ${button("Advance the clock")}`,
      )}`,
  );
}

function failures({ failures: planned }: ReturnType<Control["state"]>): Html {
  return panel(
    "failures",
    "Failures of the API",
    html`${form(
        "failures",
        html`${choice("method", "Method", [
          ["POST", "POST"],
          ["GET", "GET"],
          ["DELETE", "DELETE"],
        ])}
        ${input({ id: "path", label: "Path, * for one segment", value: "/v1/checkout/sessions" })}
        ${input({ id: "times", label: "Times", value: 1, type: "number" })}
        ${choice("mode", "How", [
          ["refuse", "respond with 500 and do nothing"],
          ["lose", "do it and close the connection"],
        ])}
        ${button("Plan the failure")}`,
      )}
      <ul class="cards">
        ${planned.map(({ method, path, times, mode }) => html`<li>${method} ${path}, ${times} times: ${mode}</li>`)}
      </ul>
      ${planned.length > 0 && form("failures/clear", button("Remove planned failures"))}`,
  );
}

function firstOf<T>(all: Iterable<T>, count: number): T[] {
  const found: T[] = [];
  for (const one of all) {
    found.push(one);
    if (found.length >= count) break;
  }
  return found;
}

function webhooks({ webhooks: set }: ReturnType<Control["state"]>): Html {
  return panel(
    "webhooks",
    "Webhooks",
    html`<p>To ${set.url ?? "no receiver: no URL is set"}.</p>
      ${form(
        "webhooks",
        html`${box("drop", "Drop the webhooks of new events", set.drop)}
        ${input({ id: "duplicates", label: "Extra copies of each", value: set.duplicates, type: "number" })}
        ${input({ id: "delay", label: "Delay, in seconds", value: set.delayMs / 1000, type: "number" })}
        ${input({ id: "shuffle", label: "Shuffle within, in seconds", value: set.shuffleMs / 1000, type: "number" })}
        ${input({ id: "types", label: "Only for these types, separated by commas", value: set.types.join(", ") })}
        ${button("Apply to new events")}`,
      )}
      ${form("resend", button("Send all dropped webhooks"), { state: "dropped" })}
      ${form("resend", button("Send all delivered webhooks again"), { state: "succeeded" })}`,
  );
}

function customerRow(world: World, customer: Customer): Html {
  const [subscription] = world.store.all("subscription", { customer: customer.id });
  return html`<li>
    <a href="/control/customers/${customer.id}">${customer.email ?? customer.id}</a>
    ${subscription ? subscription.status : "no subscription"}
  </li>`;
}

function eventRow(control: Control, event: Event): Html {
  const about = `${event.type} ${event.id}`;
  return html`<li>
    <p>
      <strong>${event.type}</strong> ${time(event.created)}<br />
      ${objectLink(event.id)}<br />
      ${deliveryText(control, event.id)}
    </p>
    ${form(
      "resend",
      html`${button("Send again", { name: "how", value: "again", about })}
      ${button("Send five times", { name: "how", value: "copies", about })}
      ${button("Forge", { name: "how", value: "forged", about })}`,
      { event: event.id },
    )}
  </li>`;
}

function deliveryText(control: Control, event: string): string {
  const all = control.deliveries({ event });
  return all.length === 0
    ? "not sent"
    : all
        .map(({ state, attempts, last_status: status, forged }) =>
          [
            forged ? "forged," : "",
            state,
            `after ${attempts} attempts`,
            status === null ? "" : `(${status})`,
          ]
            .filter((part) => part !== "")
            .join(" "),
        )
        .join("; ");
}
