import { type Html, html } from "./html.ts";

/** The authentication step of the test bank. Its form posts to `action`. */
export function authenticationPage(action: string): Html {
  return html`<section class="panel">
    <h1>Authenticate your payment</h1>
    <p>Your test bank asks you to confirm this payment. A real bank shows its own page here.</p>
    <form method="post" action="${action}">
      <button type="submit" name="result" value="confirm">Complete authentication</button>
      <button class="plain" type="submit" name="result" value="fail">Fail authentication</button>
    </form>
  </section>`;
}

export function completePage(returnUrl: string): Html {
  return html`<section class="panel">
    <h1>This checkout is complete</h1>
    <p>This checkout was already paid. You were not charged again.</p>
    <p><a href="${returnUrl}">Continue</a></p>
  </section>`;
}

export function expiredPage(cancelUrl: string | null): Html {
  return html`<section class="panel">
    <h1>This checkout has expired</h1>
    <p>You were not charged. Go back and start again.</p>
    ${cancelUrl && html`<p><a href="${cancelUrl}">Go back</a></p>`}
  </section>`;
}

export const unknownPage: Html = html`<section class="panel">
  <h1>Page not found</h1>
  <p>Check the address, or go back and start again.</p>
</section>`;
