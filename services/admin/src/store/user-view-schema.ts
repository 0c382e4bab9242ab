import { type Connection, Schema } from "mongoose";
import type { Status, Tier } from "../domain/user-view.ts";

/** A user as stored; identity's fields are absent until its event arrives, and once the account is gone. */
export type UserViewDocument = {
  _id: string;
  accountSeq: number;
  username?: string;
  usernameKey?: string;
  email?: string;
  emailKey?: string;
  role?: "user" | "admin";
  subscriptionSeq: number;
  status: Status;
  tier: Tier;
  endDate?: Date;
  accessUntil?: Date;
};

const schema = new Schema<UserViewDocument>(
  {
    _id: { type: String, required: true },
    accountSeq: { type: Number, required: true },
    username: String,
    usernameKey: String,
    email: String,
    emailKey: String,
    role: String,
    subscriptionSeq: { type: Number, required: true },
    status: { type: String, required: true },
    tier: { type: String, required: true },
    endDate: Date,
    accessUntil: Date,
  },
  { versionKey: false, collection: "user_views" },
);

/** The read model's collection of a connection. */
export const userViewModel = (connection: Connection) =>
  connection.model<UserViewDocument>("UserView", schema);
