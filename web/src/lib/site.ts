import settings from "#/site.json" with { type: "json" };

/** Names, links and texts of a deployment, from the only file that a deployment changes before a build. */
export const site = settings;

/** The title of a page in the browser's tab and in link previews. The default is the product's title. */
export function titleOf(pageName?: string): string {
  return pageName === undefined ? site.productTitle : `${pageName} · ${site.productName}`;
}

/** The year of the footer's brand line. */
export const currentYear = () => new Date().getFullYear();
