import { escapeHtml } from "@orbline/kit/http/escape-html";
import type { Mail } from "./store.ts";

/** The list of mails with its filter. */
export function listPage(mails: Mail[], to: string | undefined): string {
  const list = `<ul>${mails.map(row).join("")}</ul>`;
  return layout(
    "Mails",
    `<h1>Mails</h1>
<form method="get" action="/" role="search">
<label for="to">Sent to</label>
<input id="to" name="to" type="email" autocomplete="off" value="${escapeHtml(to ?? "")}">
<button type="submit">Show</button>
</form>
${mails.length === 0 ? "<p>No mail here yet.</p>" : list}`,
  );
}

/** One mail: its text with links, and its HTML in a frame that runs no scripts. */
export function mailPage(mail: Mail): string {
  const html = `<section aria-labelledby="html"><h2 id="html">HTML</h2>
<iframe title="HTML version of the mail" src="/mails/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></section>`;
  return layout(
    mail.subject || "Mail",
    `<p><a href="/">All mails</a></p>
<h1>${subject(mail)}</h1>
<dl>
<div><dt>From</dt><dd>${escapeHtml(mail.from)}</dd></div>
<div><dt>To</dt><dd>${escapeHtml(mail.to.join(", "))}</dd></div>
<div><dt>Received</dt><dd>${time(mail)}</dd></div>
${Object.entries(mail.listHeaders ?? {})
  .map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`)
  .join("\n")}
</dl>
<section aria-labelledby="text"><h2 id="text">Text</h2>
<pre tabindex="0" aria-labelledby="text">${linkify(mail.text) || "(none)"}</pre></section>
${mail.html === null ? "" : html}`,
  );
}

export function unknownPage(): string {
  return layout("Not found", `<h1>There is no such mail</h1><p><a href="/">All mails</a></p>`);
}

function layout(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Development mailbox</title>
<link rel="stylesheet" href="/mailbox.css">
</head>
<body>
<p class="dev" role="note"><strong>DEVELOPMENT ONLY</strong> Mails from the product on this machine. None is delivered.</p>
<main>${main}</main>
</body>
</html>
`;
}

const row = (mail: Mail) => `<li>
<a href="/mails/${mail.id}">${subject(mail)}</a>
<span>to ${escapeHtml(mail.to.join(", "))}</span>
${time(mail)}
</li>`;

const time = ({ receivedAt }: Mail) =>
  `<time datetime="${receivedAt}">${receivedAt.slice(0, 19).replace("T", " ")} UTC</time>`;

const subject = (mail: Mail) => escapeHtml(mail.subject || "(no subject)");

/** Escapes text and makes links of its web addresses, without the punctuation after them. */
export function linkify(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/)
    .map(escapeHtml)
    .map((part, at) => (at % 2 === 1 ? `<a href="${part}">${part}</a>` : part))
    .join("");
}
