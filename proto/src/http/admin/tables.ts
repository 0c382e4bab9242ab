import { z } from "zod";

/** Tables of the table viewer, in the order in which the picker shows them. */
export const adminTables = [
  "users",
  "waitlist_entries",
  "user_betting_profiles",
  "user_bet_history",
  "ml_model_performance",
] as const;
/** One of `adminTables`. */
export const adminTableSchema = z.enum(adminTables);
export type AdminTable = z.infer<typeof adminTableSchema>;

/** Query of GET /api/admin/table/…: keyset pages in the order of the rows' ids. */
export const tableQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(400).optional(),
});

/** One cell: times are RFC 3339, passwords `••••••••`, what a row does not have is null. */
export const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** GET /api/admin/table/…: the owner of the table decides the columns; `total` counts all rows. */
export const tableResponseSchema = z.object({
  table: adminTableSchema,
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), cellSchema)),
  total: z.number().int().min(0),
  nextCursor: z.string().nullable(),
});
export type TableResponse = z.infer<typeof tableResponseSchema>;
