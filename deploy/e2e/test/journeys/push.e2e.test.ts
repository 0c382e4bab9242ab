import { expectOk } from "@orbline/demo/http-client";
import { eventually } from "@orbline/kit/testing/eventually";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, expect, inject, it } from "vitest";
import { present } from "../../../../services/prediction/src/testing/present.ts";
import { fakePushService } from "../../../../services/prediction/test/push-service.ts";
import { launchChromium, openPage } from "../../src/browser.ts";
import { expectAccessible, startBrowser } from "../../src/journey.ts";
import { logInAs, predict, subscribe } from "../../src/people.ts";
import { passSlate } from "../../src/slate-clock.ts";

const product = inject("product");

const browser = await startBrowser(launchChromium);
const pushService = await fakePushService();
afterAll(() => pushService.close());

/** Replaces the browser's subscription, which needs the push service of its maker, in pages and in the worker. */
const withSubscription = (subscription: object) => `{
  const subscription = ${JSON.stringify(subscription)};
  const fake = { ...subscription, toJSON: () => subscription, unsubscribe: async () => !(isOn = false) };
  let isOn = typeof window === "undefined";
  PushManager.prototype.getSubscription = async () => (isOn ? fake : null);
  PushManager.prototype.subscribe = async () => ((isOn = true), fake);
}`;

/** Delivers a push message to the service worker, as the browser does. */
async function deliver(context: BrowserContext, page: Page, data: object): Promise<void> {
  const session = await context.newCDPSession(page);
  const { promise, resolve } = Promise.withResolvers<string>();
  session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    for (const { registrationId } of registrations) resolve(registrationId);
  });
  await session.send("ServiceWorker.enable");
  await session.send("ServiceWorker.deliverPushMessage", {
    origin: product.url,
    registrationId: await promise,
    data: JSON.stringify(data),
  });
}

type Shown = { title: string; body: string; path: string };

const shown = (page: Page) =>
  page.evaluate<Shown[]>(`navigator.serviceWorker.ready
    .then((registration) => registration.getNotifications())
    .then((all) => all.map(({ title, body, data }) => ({ title, body, path: data.path })))`);

it.each([390, 1440])(
  "pushes a settled pick to a device that is on, opens it on a click, and stops after a sign-out, at %i px",
  async (width) => {
    const { client, name } = await subscribe(product);
    const visit = { as: client, width, serviceWorker: true };
    const { page, context, problems } = await openPage(browser, product, visit);
    await context.grantPermissions(["notifications"], { origin: product.url });
    const device = `journey-${width}`;
    const subscription = pushService.subscribe(device);
    await page.addInitScript(withSubscription(subscription));
    await page.goto("/account");
    const turnOn = page.getByRole("button", { name: "Turn on push notifications" });
    await turnOn.waitFor();
    await expectAccessible(page);
    await turnOn.focus();
    await page.keyboard.press("Enter");
    await page.getByText("This device", { exact: true }).waitFor();
    await expectAccessible(page);

    expectOk(await predict(client), "prediction");
    await passSlate(product);
    await eventually(() => expect(pushService.to(device)).toHaveLength(1));
    const { content } = present(pushService.to(device)[0]);
    await deliver(context, page, content);
    const path = `/predictions/${content.predictionId}`;
    const { title, body } = content;
    await eventually(async () => expect(await shown(page)).toEqual([{ title, body, path }]));

    const worker = present(context.serviceWorkers()[0]);
    // Only a click of a person may focus a tab.
    await worker.evaluate(`(async () => {
      WindowClient.prototype.focus = async function () { return this; };
      const [notification] = await self.registration.getNotifications();
      self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
    })()`);
    await page.waitForURL(`**${path}`);
    await page.getByRole("heading", { name: /^NBA \d-leg parlay$/, level: 1 }).waitFor();
    expect(await shown(page)).toEqual([]);

    await worker.evaluate(withSubscription(subscription));
    await page.goto("/logout-test");
    await page
      .getByRole("button", { name: /log ?out/i })
      .first()
      .click();
    await page.waitForURL("**/auth");
    const again = await logInAs(product, name);
    await eventually(async () => {
      const { body: listed } = await again.get<{ devices: object[] }>("/api/push-devices");
      expect(listed.devices).toEqual([]);
    });
    expect(problems).toEqual([]);
    await context.close();
  },
);
