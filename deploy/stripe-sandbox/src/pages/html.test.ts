import { describe, expect, it } from "vitest";
import { html } from "./html.ts";

describe("html", () => {
  it("escapes values, keeps markup and omits null, undefined and false", () => {
    const inner = [html`<b>${"<&\"'>"}</b>`, html`<i>${2}</i>`];
    expect(html`<p title="${`"x"`}">${inner}${null}${undefined}${false}</p>`.markup).toBe(
      '<p title="&quot;x&quot;"><b>&lt;&amp;&quot;&#39;&gt;</b><i>2</i></p>',
    );
  });
});
