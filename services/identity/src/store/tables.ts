import { mongoTable, type Table } from "@orbline/kit/tables";
import type { Connection } from "mongoose";

/** What admins see of the tables of this service; a password's column tells nothing, not even that there is one. */
export const tables = (connection: Connection): Record<string, Table> => ({
  users: mongoTable({
    connection,
    collection: "users",
    columns: [
      { name: "id", path: "_id" },
      { name: "username", path: "username" },
      { name: "email", path: "email" },
      { name: "email_verified", path: "emailVerified" },
      { name: "phone", path: "phone" },
      { name: "password", always: "••••••••" },
      { name: "role", path: "role" },
      { name: "subscription_status", path: "subscription.status" },
      { name: "subscription_tier", path: "subscription.tier" },
      { name: "subscription_end_date", path: "subscription.endsAt" },
      { name: "affiliate_code", path: "affiliateCode" },
      { name: "terms_accepted_at", path: "termsAcceptedAt" },
      { name: "created_at", path: "createdAt" },
    ],
  }),
  waitlist_entries: mongoTable({
    connection,
    collection: "waitlist_entries",
    columns: [
      { name: "id", path: "_id" },
      { name: "email", path: "email" },
      { name: "source", path: "source" },
      { name: "affiliate_code", path: "affiliateCode" },
      { name: "created_at", path: "createdAt" },
      { name: "converted_at", path: "convertedAt" },
      { name: "user_id", path: "userId" },
    ],
  }),
});
