import { expect, it } from "vitest";
import { layOutMail, smallPrintOf } from "./layout.ts";

const text = {
  brand: "Orbline",
  subject: "Hi <Jo>",
  greeting: "Hello Jo & Co,",
  paragraphs: ["Two < three."],
  action: { label: "Open", url: "https://orbline.test/x?token=a&b=c" },
  footer: ["You asked for this."],
};

it("renders the same content as text and as HTML", () => {
  const mail = layOutMail("jo@example.test", text);
  for (const part of [mail.text, mail.html ?? ""]) {
    expect(part).toContain("Open");
    expect(part).toContain("You asked for this.");
  }
  expect(mail.text).toContain("https://orbline.test/x?token=a&b=c");
  expect(mail.html, "beside the logo").toContain("</span>Orbline</div>");
  expect(mail.html).toContain('href="https://orbline.test/x?token=a&amp;b=c"');
});

it("repeats the address below the button only where it carries a token", () => {
  const url = "https://orbline.test/account";
  const withToken = layOutMail("jo@example.test", text);
  const plain = layOutMail("jo@example.test", { ...text, action: { label: "Account", url } });
  expect(withToken.html).toContain("Or open this address:");
  expect(plain.html).not.toContain("Or open this address:");
  expect(plain.html?.match(/https:\/\/orbline\.test\/account/g), "the button").toHaveLength(1);
  expect(plain.text).toContain(`Account:\n${url}`);
});

it("links the addresses in the small print, and none in the other text", () => {
  const url = "https://orbline.test/help?a=1&b=2";
  const { html = "" } = layOutMail("jo@example.test", {
    ...text,
    paragraphs: [url],
    footer: [`Help: ${url}`],
  });
  const link = /<a href="https:\/\/orbline\.test\/help\?a=1&amp;b=2"[^>]*>/g;
  expect(html.match(link)).toHaveLength(1);
});

it("escapes text so that it cannot become markup", () => {
  const name = `<img src=x onerror="alert(1)">`;
  const { html = "" } = layOutMail("jo@example.test", {
    ...text,
    greeting: name,
    action: { label: name, url: `https://x.test/"><script>` },
  });
  expect(html).not.toMatch(/<img|<script/);
  expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
});

it("renders a mail without an action and without a footer", () => {
  const mail = layOutMail("jo@example.test", {
    brand: "Orbline",
    subject: "S",
    greeting: "Hello,",
    paragraphs: ["Gone."],
    footer: [],
  });
  expect(mail.text).toBe("Hello,\n\nGone.\n");
});

it("shows the subject and the first paragraph where mail programs preview them", () => {
  const { html = "" } = layOutMail("jo@example.test", text);
  expect(html).toContain("Hi &lt;Jo&gt;</h1>");
  const preview = html.slice(html.indexOf("<body"), html.indexOf("</div>"));
  expect(preview).toMatch(/display:none.*>Two &lt; three\.$/);
});

it("lists amounts and dates with their names, escaped, in the text and in the HTML", () => {
  const facts = [
    ["Amount", "$1 < $2"],
    ["Paid", "Today"],
  ] as const;
  const mail = layOutMail("jo@example.test", { ...text, facts });
  expect(mail.text).toContain("\n\nAmount: $1 < $2\nPaid: Today\n\n");
  expect(mail.html).toMatch(/Amount<\/td><td[^>]*>\$1 &lt; \$2<\/td>/);
});

it("ends every mail with where to ask and where to find help", () => {
  expect(smallPrintOf({ brand: "Orbline", origin: "https://orbline.test" }, "You asked.")).toEqual([
    "You asked.",
    "Questions? Reply to this email.",
    "Orbline is for entertainment only. No guaranteed outcomes, and we don't take bets. 21+.",
    "Responsible gaming: https://orbline.test/responsible-gaming",
  ]);
});
