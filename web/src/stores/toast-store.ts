import { create } from "zustand";
import { errorText } from "#/lib/api.ts";

export type Toast = {
  title: string;
  description?: string | undefined;
  kind?: "success" | "info" | "error";
  durationMs?: number;
};

/** How long a toast without its own duration is shown. */
export const defaultToastMs = 5000;

type ToastState = { toast: (Toast & { serial: number }) | undefined };

/** The latest toast. The region that shows it loads after the first page. */
export const useToastStore = create<ToastState>()(() => ({ toast: undefined }));

/** Shows a toast in place of the one on screen and starts its timer. */
export const notify = (toast: Toast) =>
  useToastStore.setState(({ toast: last }) => ({
    toast: { ...toast, serial: (last?.serial ?? 0) + 1 },
  }));

/** Removes the toast on screen if it shows a failure. */
export const dismissFailure = () =>
  useToastStore.setState(({ toast }) => (toast?.kind === "error" ? { toast: undefined } : {}));

/** Returns a handler that shows a failure: the title, and the server's message or the fallback. */
export const notifyFailure =
  (title: string, fallback = title) =>
  (error: unknown) =>
    notify({ title, description: errorText(error, fallback), kind: "error" });
