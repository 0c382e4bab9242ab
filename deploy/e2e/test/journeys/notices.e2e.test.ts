import { expect, inject, it } from "vitest";
import { openPage } from "../../src/browser.ts";
import { expectAccessible, startBrowser } from "../../src/journey.ts";
import { mailedLink } from "../../src/mails.ts";
import { emailOf, predict, subscribe } from "../../src/people.ts";
import { passSlate } from "../../src/slate-clock.ts";

const product = inject("product");

const browser = await startBrowser();

it.each([390, 1440])("says that picks were settled, at %i px and by keyboard", async (width) => {
  const { client } = await subscribe(product);
  await predict(client, 1);
  await predict(client, 2);
  const { page, context, problems } = await openPage(browser, product, { as: client, width });
  await page.goto("/");
  await page.getByRole("link", { name: "Settled picks", exact: true }).waitFor();
  await passSlate(product);
  await page.reload();
  const bell = page.getByRole("link", { name: "Settled picks: 2 unread" });
  await bell.waitFor();
  await expectAccessible(page);
  await bell.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Settled picks", level: 1 }).waitFor();
  const rows = page.getByRole("main").getByRole("listitem");
  await rows.first().waitFor();
  expect(await rows.filter({ hasText: "Unread" }).count()).toBe(2);
  expect(await rows.filter({ hasText: /(Won|Lost|Push|Void).*\$[\d.]+/ }).count()).toBe(2);
  await page.getByRole("link", { name: "Settled picks", exact: true }).waitFor();
  await expectAccessible(page);
  await page.reload();
  await rows.first().waitFor();
  expect(await rows.filter({ hasText: "Unread" }).count()).toBe(0);
  const link = rows.first().getByRole("link");
  const name = await link.innerText();
  await link.click();
  await page.getByRole("heading", { name, exact: true, level: 1 }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it("emails a settled pick to a verified address, and stops by the link in it", async () => {
  const { client, name } = await subscribe(product);
  const { page, context, problems } = await openPage(browser, product, { as: client, width: 390 });
  await page.goto("/account");
  const choice = page.getByRole("combobox", { name: "Emails" });
  await choice.selectOption("each");
  await page.getByText("We only email verified addresses.").waitFor();
  await expectAccessible(page);
  await page.goto(await mailedLink(product, emailOf(name), "/verify-email"));
  await page.getByRole("button", { name: "Verify email" }).click();
  await page.getByRole("heading", { name: "Email verified" }).waitFor();
  await predict(client, 1);
  await passSlate(product);
  const link = await mailedLink(product, emailOf(name), "/unsubscribe");

  const mail = await newestMail(emailOf(name));
  expect(mail.subject).toMatch(/^(Won|Lost|Push|Void): /);
  expect(mail.listHeaders).toEqual({
    "list-unsubscribe": `<${link}>`,
    "list-unsubscribe-post": "List-Unsubscribe=One-Click",
  });
  await context.clearCookies();
  await page.goto(link);
  await page.getByRole("button", { name: "Unsubscribe" }).waitFor();
  await expectAccessible(page);
  expect((await client.get("/api/notification-settings")).body).toEqual({ emails: "each" });
  const clicked = await fetch(link, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(clicked.status).toBe(204);
  expect((await client.get("/api/notification-settings")).body).toEqual({ emails: "off" });
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await page.getByRole("heading", { name: "You're unsubscribed" }).waitFor();
  await expectAccessible(page);
  expect(problems).toEqual([]);
  await context.close();
});

type Mail = { id: string; subject: string; listHeaders: Record<string, string> };

async function newestMail(to: string): Promise<Mail> {
  const { MAILBOX_PORT } = product.settings.ports;
  const response = await fetch(`http://127.0.0.1:${MAILBOX_PORT}/api/mails?to=${to}`);
  const { mails } = (await response.json()) as { mails: [Mail] };
  return mails[0];
}
