import { create } from "zustand";

export type Notice = {
  title: string;
  description?: string | undefined;
  kind?: "success" | "info" | "error";
  durationMs?: number;
};

/** How long a notice is shown that does not say it. */
export const defaultNoticeMs = 5000;

type NoticeState = { notice: (Notice & { serial: number }) | undefined };

/** The notice last asked for; the region that draws it loads after the first page does. */
export const useNoticeStore = create<NoticeState>()(() => ({ notice: undefined }));

/** Shows a notice in place of the one on screen, with a timer of its own: five seconds unless said. */
export const notify = (notice: Notice) =>
  useNoticeStore.setState(({ notice: last }) => ({
    notice: { ...notice, serial: (last?.serial ?? 0) + 1 },
  }));
