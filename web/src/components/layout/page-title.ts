import { useEffect } from "react";
import { create } from "zustand";
import { site, titleOf } from "#/lib/site.ts";

/** The name of the current page; empty after a navigation until the page sets it. */
export const usePageStore = create<{ name: string }>()(() => ({ name: "" }));

/** Sets the name of the page, also in the browser's tab. The default is the product's title. */
export function usePageTitle(name?: string) {
  useEffect(() => {
    document.title = titleOf(name);
    usePageStore.setState({ name: name ?? site.productTitle });
  }, [name]);
}
