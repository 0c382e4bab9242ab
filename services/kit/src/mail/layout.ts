import { escapeHtml } from "../http/escape-html.ts";
import type { Mail } from "./mailer.ts";

/** The parts of a mail, as plain text. */
export type MailText = {
  /** The product's name, beside the logo. */
  brand: string;
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  /** Amounts and dates below the paragraphs, each with its name. */
  facts?: readonly (readonly [name: string, value: string])[] | undefined;
  /** The call to action: a button in HTML, below it the plain address if that carries a token, and an address in text. */
  action?: { label: string; url: string } | undefined;
  /** Small print. */
  footer: readonly string[];
  /** Stops mails of this kind: a link below the small print, and headers for one click in mail programs (RFC 8058). */
  unsubscribeUrl?: string | undefined;
};

// The light theme of the web app; email clients do not load its styles.
const colors = {
  canvas: "#F4F6F8",
  panel: "#FFFFFF",
  line: "#D3DBE2",
  text: "#0A1016",
  subtle: "#5A6673",
  link: "#006874",
  dark: "#06080B",
  light: "#E9EEF4",
  accent: "#2EE6F6",
  onAccent: "#03161A",
};

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

// Hidden first text: mail programs show it beside the subject, and would show the logo and the greeting without it.
const preview = (text: string) =>
  `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(text)}</div>`;

const heading = (text: string) =>
  `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(text)}</h1>`;

const table = (facts: NonNullable<MailText["facts"]>) =>
  [
    `<table role="presentation" style="width:100%;margin:0 0 16px;border-collapse:collapse">`,
    ...facts.map(
      ([name, value]) =>
        `<tr><td style="padding:8px 12px 8px 0;border-top:1px solid ${colors.line};color:${colors.subtle}">${escapeHtml(name)}</td>` +
        `<td style="padding:8px 0;border-top:1px solid ${colors.line};text-align:right">${escapeHtml(value)}</td></tr>`,
    ),
    `</table>`,
  ].join("");

/** A line of the small print. Its addresses are links, because it has no text of users or providers. */
const smallPrint = (text: string) =>
  `<p style="margin:0 0 4px">${escapeHtml(text).replaceAll(
    /https?:\/\/\S+/g,
    (url) => `<a href="${url}" style="color:${colors.link}">${url}</a>`,
  )}</p>`;

// The logo: an orb with a rising line, drawn without an image, because many clients block images.
const orb = [
  `<span style="display:inline-block;width:20px;height:20px;margin-right:10px;border-radius:50%;`,
  `vertical-align:-4px;background-color:${colors.light};background-image:linear-gradient(150deg,`,
  `${colors.light} 40%,${colors.dark} 40%,${colors.dark} 45%,${colors.accent} 45%,${colors.accent} 56%,`,
  `${colors.dark} 56%,${colors.dark} 61%,${colors.light} 61%)"></span>`,
].join("");

const header = (brand: string) =>
  [
    `<div style="padding:18px 24px;background:${colors.dark};color:${colors.light};font-size:18px;`,
    `font-weight:bold">${orb}${escapeHtml(brand)}</div>`,
  ].join("");

const button = ({ label, url }: { label: string; url: string }) =>
  [
    `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="background:${colors.accent};`,
    `color:${colors.onAccent};font-weight:bold;padding:12px 20px;border-radius:6px;`,
    `text-decoration:none;display:inline-block">${escapeHtml(label)}</a></p>`,
    hasToken(url) ? plainAddress(url) : "",
  ].join("");

const hasToken = (url: string) => new URL(url).searchParams.has("token");

// A link with a token has no other way to its page if the button fails; the web app's menus lead to every other page.
const plainAddress = (url: string) =>
  [
    `<p style="margin:0 0 16px;font-size:13px;color:${colors.subtle}">Or open this address:<br>`,
    `<a href="${escapeHtml(url)}" style="color:${colors.link};word-break:break-all">${escapeHtml(url)}</a></p>`,
  ].join("");

const toHtml = ({
  brand,
  subject,
  greeting,
  paragraphs,
  facts = [],
  action,
  footer,
  unsubscribeUrl,
}: MailText) =>
  [
    `<!doctype html><html lang="en"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width">`,
    `<title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:24px 12px;background:${colors.canvas};`,
    `font-family:Arial,Helvetica,sans-serif;font-size:16px;color:${colors.text}">`,
    preview(paragraphs[0] ?? ""),
    `<div style="max-width:560px;margin:0 auto;border:1px solid ${colors.line};border-radius:8px;`,
    `overflow:hidden;background:${colors.panel};line-height:1.5">`,
    header(brand),
    `<div style="padding:24px">`,
    heading(subject),
    paragraph(greeting),
    ...paragraphs.map((text) => paragraph(text)),
    facts.length > 0 ? table(facts) : "",
    action ? button(action) : "",
    `</div>`,
    footer.length > 0
      ? [
          `<div style="padding:16px 24px;border-top:1px solid ${colors.line};font-size:13px;`,
          `color:${colors.subtle}">${footer.map(smallPrint).join("")}`,
          unsubscribeUrl === undefined
            ? ""
            : `<p style="margin:8px 0 0"><a href="${escapeHtml(unsubscribeUrl)}" style="color:${colors.link}">Unsubscribe</a></p>`,
          `</div>`,
        ].join("")
      : "",
    `</div></body></html>`,
  ].join("");

const toText = ({ greeting, paragraphs, facts = [], action, footer, unsubscribeUrl }: MailText) =>
  [
    greeting,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}: ${value}`).join("\n")] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(footer.length > 0 ? [`--\n${footer.join("\n")}`] : []),
    ...(unsubscribeUrl === undefined ? [] : [`Unsubscribe:\n${unsubscribeUrl}`]),
  ].join("\n\n");

/** The small print of every mail. The first lines say why the user gets it, where that is a choice. */
export const smallPrintOf = (
  { brand, origin }: { brand: string; origin: string },
  ...reasons: string[]
): string[] => [
  ...reasons,
  "Questions? Reply to this email.",
  `${brand} is for entertainment only. No guaranteed outcomes, and we don't take bets. 21+.`,
  `Responsible gaming: ${origin}/responsible-gaming`,
];

/** Renders a mail as plain text and as equivalent HTML in the look of the web app, without images, scripts or remote content. */
export const layOutMail = (to: string, text: MailText): Mail => ({
  to,
  subject: text.subject,
  text: `${toText(text)}\n`,
  html: toHtml(text),
  ...(text.unsubscribeUrl !== undefined && {
    headers: {
      "List-Unsubscribe": `<${text.unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  }),
});
