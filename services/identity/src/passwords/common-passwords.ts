import { dictionary } from "@zxcvbn-ts/language-common";

const commonest: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].map((password) => password.toLowerCase()),
);

/** Whether a password is one of the 49,000 that leaks show most often, in whatever case. */
export const isCommonPassword = (password: string): boolean =>
  commonest.has(password.toLowerCase());
