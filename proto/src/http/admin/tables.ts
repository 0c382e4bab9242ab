import { z } from "zod";
import { pageQueryFields } from "../fields.ts";

/** Tables of the table viewer, in the order in which the picker shows them. */
export const adminTables = [
  "users",
  "waitlist_entries",
  "user_betting_profiles",
  "user_bet_history",
  "ml_model_performance",
] as const;
const adminTableSchema = z.enum(adminTables);
export type AdminTable = z.infer<typeof adminTableSchema>;

/** Rows come in the order of their ids. */
export const tableQuerySchema = z.strictObject(pageQueryFields);

/** Times are RFC 3339, passwords `••••••••`, missing values null. */
const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** The owning service decides the columns; `total` counts all rows. */
export const tableResponseSchema = z.object({
  table: adminTableSchema,
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), cellSchema)),
  total: z.number().int().min(0),
  nextCursor: z.string().nullable(),
});
export type TableResponse = z.infer<typeof tableResponseSchema>;
