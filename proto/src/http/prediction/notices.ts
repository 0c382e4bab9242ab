import { z } from "zod";
import { mostNotices, pickEmailChoices } from "../../constants/predictions.ts";
import { outcomeSchema } from "./fields.ts";
import { historyEntrySchema } from "./history.ts";

/** A settled prediction of the user. `bet` is how a recorded bet on it ended, at its own stake and odds. */
const noticeSchema = historyEntrySchema.extend({
  bet: z.object({ outcome: outcomeSchema, profit: z.number() }).nullable(),
  isUnread: z.boolean(),
});
export type Notice = z.infer<typeof noticeSchema>;

/** The last settled predictions, newest first. */
export const noticesSchema = z.object({ notices: z.array(noticeSchema).max(mostNotices) });
export type Notices = z.infer<typeof noticesSchema>;

export const readNoticesSchema = z.strictObject({
  ids: z.array(z.string().min(1).max(100)).min(1).max(mostNotices),
});

/** When the user wants emails about settled picks. They go to a verified address only. */
export const notificationSettingsSchema = z.strictObject({
  emails: z.enum(pickEmailChoices, { message: "Please choose off, each settled pick or weekly." }),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;

/** `token` is the secret of the link in the user's emails. */
export const unsubscribeQuerySchema = z.strictObject({ token: z.string().min(1).max(200) });
