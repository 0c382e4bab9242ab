import { create } from "zustand";

/** The name of the page on screen; empty until a page that was gone to has named itself. */
export const usePageStore = create<{ name: string }>()(() => ({ name: "" }));
