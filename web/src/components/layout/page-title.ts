import { useEffect } from "react";
import { site } from "#/lib/site.ts";
import { usePageStore } from "#/stores/page-store.ts";

/** Names the page in the browser's tab; without a name the product's own title stands. */
export const usePageTitle = (name?: string) => {
  useEffect(() => {
    document.title = name === undefined ? site.productTitle : `${name} · ${site.productName}`;
    usePageStore.setState({ name: name ?? site.productTitle });
  }, [name]);
};
