import type { Mail } from "./mailer.ts";

/** The parts of a mail, as plain text. */
export type MailText = {
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  /** The call to action, as a button and as a plain address. */
  action?: { label: string; url: string } | undefined;
  /** Small print. */
  footer: readonly string[];
};

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const paragraph = (text: string, style = "margin:0 0 16px") =>
  `<p style="${style}">${escape(text)}</p>`;

const button = ({ label, url }: { label: string; url: string }) =>
  [
    `<p style="margin:24px 0"><a href="${escape(url)}" style="background:#0b5d3b;color:#ffffff;`,
    `padding:12px 20px;border-radius:6px;text-decoration:none;display:inline-block">`,
    `${escape(label)}</a></p>`,
    `<p style="margin:0 0 16px;font-size:13px;color:#444444">Or open this address:<br>`,
    `<a href="${escape(url)}" style="color:#0b5d3b">${escape(url)}</a></p>`,
  ].join("");

const toHtml = ({ subject, greeting, paragraphs, action, footer }: MailText) =>
  [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>`,
    `<body style="margin:0;background:#f4f5f6;font-family:Arial,Helvetica,sans-serif;color:#111111">`,
    `<div style="max-width:560px;margin:24px auto;padding:24px;background:#ffffff;line-height:1.5">`,
    paragraph(greeting),
    ...paragraphs.map((text) => paragraph(text)),
    action ? button(action) : "",
    ...footer.map((text) => paragraph(text, "margin:0 0 8px;font-size:13px;color:#555555")),
    `</div></body></html>`,
  ].join("");

const toText = ({ greeting, paragraphs, action, footer }: MailText) =>
  [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(footer.length > 0 ? [`--\n${footer.join("\n")}`] : []),
  ].join("\n\n");

/** Renders a mail as plain text and as equivalent HTML without images, scripts or remote content. */
export const layOutMail = (to: string, text: MailText): Mail => ({
  to,
  subject: text.subject,
  text: `${toText(text)}\n`,
  html: toHtml(text),
});
