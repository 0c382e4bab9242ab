import { mongoTable, type Tables } from "@orbline/kit/admin-tables/mongo-table";
import type { Connection } from "mongoose";

/** The tables that admins can view. The password column shows the same text for every row. */
export const tables = (connection: Connection): Tables => ({
  users: mongoTable({
    connection,
    collection: "users",
    columns: [
      "id",
      "username",
      "email",
      "email_verified",
      "phone",
      "password",
      "role",
      "subscription_status",
      "subscription_tier",
      "subscription_end_date",
      "affiliate_code",
      "terms_accepted_at",
      "created_at",
    ],
    from: {
      id: "_id",
      password: { always: "••••••••" },
      subscription_status: "subscription.status",
      subscription_tier: "subscription.tier",
      subscription_end_date: "subscription.endsAt",
    },
  }),
  waitlist_entries: mongoTable({
    connection,
    collection: "waitlist_entries",
    columns: ["id", "email", "source", "affiliate_code", "created_at", "converted_at", "user_id"],
    from: { id: "_id" },
  }),
});
