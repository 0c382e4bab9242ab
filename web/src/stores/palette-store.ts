import { create } from "zustand";

/** Whether the search over pages, games and predictions is open. */
export const usePalette = create(() => ({ isOpen: false }));

export const openPalette = () => usePalette.setState({ isOpen: true });
export const closePalette = () => usePalette.setState({ isOpen: false });
