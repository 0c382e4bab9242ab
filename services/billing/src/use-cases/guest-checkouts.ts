import type { Checkout, GuestChanges, SettledGuest } from "../domain/checkout.ts";

/** What is kept of purchases by e-mail alone besides what every checkout has. */
export type GuestCheckouts = {
  /** Notes the first mail about a guest's purchase, once. */
  settleGuest: (id: string, settled: SettledGuest, remindAt: Date) => Promise<void>;
  /** Changes what is kept of a guest's checkout; `remindAt` null takes it out of the sweep. */
  noteGuest: (id: string, changes: GuestChanges, remindAt?: Date | null) => Promise<void>;
  /** Gives a guest's purchase to the account its link went to, for good; false when it is being given back. */
  claim: (id: string, userId: string, at: Date) => Promise<boolean>;
  /** Notes for good that a guest's purchase is being given back; false when it is claimed. */
  abandon: (id: string, at: Date) => Promise<boolean>;
  /** Uses up the login of a guest's browser; false when it was used before. */
  useLogin: (id: string, at: Date) => Promise<boolean>;
  /** Purchases by e-mail alone that are to be looked at; batch by batch, then from the first again. */
  findRemindable: (now: Date, limit: number) => Promise<Checkout[]>;
  /** Purchases by e-mail alone whose link went to an account and that nobody's account has yet. */
  findMailedTo: (accountId: string) => Promise<Checkout[]>;
};
