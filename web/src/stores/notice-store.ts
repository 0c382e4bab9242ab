import { create } from "zustand";
import { errorText } from "#/lib/api.ts";

export type Notice = {
  title: string;
  description?: string | undefined;
  kind?: "success" | "info" | "error";
  durationMs?: number;
};

/** How long a notice without its own duration is shown. */
export const defaultNoticeMs = 5000;

type NoticeState = { notice: (Notice & { serial: number }) | undefined };

/** The latest notice. The region that shows it loads after the first page. */
export const useNoticeStore = create<NoticeState>()(() => ({ notice: undefined }));

/** Shows a notice in place of the one on screen and starts its timer. */
export const notify = (notice: Notice) =>
  useNoticeStore.setState(({ notice: last }) => ({
    notice: { ...notice, serial: (last?.serial ?? 0) + 1 },
  }));

/** Removes the notice on screen if it shows a failure. */
export const dismissFailure = () =>
  useNoticeStore.setState(({ notice }) => (notice?.kind === "error" ? { notice: undefined } : {}));

/** Returns a handler that shows a failure: the title, and the server's message or the fallback. */
export const notifyFailure =
  (title: string, fallback = title) =>
  (error: unknown) =>
    notify({ title, description: errorText(error, fallback), kind: "error" });
