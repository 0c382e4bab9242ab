import { describe, expect, it } from "vitest";
import { linkify } from "./pages.ts";

describe("linkify", () => {
  it("makes links of web addresses and escapes the rest", () => {
    expect(linkify("Go to https://x.test/a?b=1&c=2 <now>")).toBe(
      'Go to <a href="https://x.test/a?b=1&amp;c=2">https://x.test/a?b=1&amp;c=2</a> &lt;now&gt;',
    );
  });

  it("leaves the end of a sentence out of the link", () => {
    expect(linkify("See https://x.test/a.")).toBe(
      'See <a href="https://x.test/a">https://x.test/a</a>.',
    );
  });

  it("makes no link of other schemes and lets no address break out of its attribute", () => {
    expect(linkify("javascript:alert(1)")).toBe("javascript:alert(1)");
    expect(linkify('https://x.test/"onclick="alert(1)')).toBe(
      '<a href="https://x.test/">https://x.test/</a>&quot;onclick=&quot;alert(1)',
    );
  });
});
