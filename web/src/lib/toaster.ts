import { createToaster } from "@chakra-ui/react/toast";

/** The one notification region: bottom right, five seconds, F8 moves the focus to it. */
export const toaster = createToaster({
  placement: "bottom-end",
  max: 1,
  gap: 0,
  duration: 5000,
  removeDelay: 0,
  hotkey: ["F8"],
  offsets: "16px",
});

export type Notice = {
  title: string;
  description?: string | undefined;
  kind?: "success" | "error";
  durationMs?: number;
};

let shownId: string | undefined;

/** Shows a notice in place of the one on screen, with a timer of its own. */
export const notify = ({ title, description, kind = "success", durationMs = 5000 }: Notice) => {
  if (shownId !== undefined) toaster.remove(shownId);
  shownId = toaster.create({ title, description, type: kind, duration: durationMs });
};
