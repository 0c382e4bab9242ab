import { type Html, html } from "./html.ts";

/** The step in which the bank would ask its customer to confirm; its form goes to `action`. */
export const authenticationPage = (action: string): Html =>
  html`<section class="panel">
    <h1>Authenticate your payment</h1>
    <p>
      Your test bank asks you to confirm this payment. A real bank would show its own page here.
    </p>
    <form method="post" action="${action}">
      <button type="submit" name="result" value="confirm">Complete authentication</button>
      <button class="plain" type="submit" name="result" value="fail">Fail authentication</button>
    </form>
  </section>`;

/** What a session shows that was paid before. */
export const completePage = (returnUrl: string): Html =>
  html`<section class="panel">
    <h1>This checkout is complete</h1>
    <p>It was paid before; nothing was charged again.</p>
    <p><a href="${returnUrl}">Continue</a></p>
  </section>`;

/** What a session shows that cannot be paid any more. */
export const expiredPage = (cancelUrl: string | null): Html =>
  html`<section class="panel">
    <h1>This checkout has expired</h1>
    <p>Nothing was charged. Go back to start again.</p>
    ${cancelUrl && html`<p><a href="${cancelUrl}">Go back</a></p>`}
  </section>`;

/** What an unknown address shows. */
export const unknownPage: Html = html`<section class="panel">
  <h1>There is no such checkout</h1>
  <p>Check the address, or go back to start again.</p>
</section>`;
