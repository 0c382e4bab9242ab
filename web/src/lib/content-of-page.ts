/** What stands between the bar and the foot of the page; the keyboard goes there when it has no better place. */
export const contentOfPage = () => document.querySelector<HTMLElement>("#content");
