/** A value that a test relies on. @throws when it is missing */
export const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("the test expects something that is not there");
  return value;
};
