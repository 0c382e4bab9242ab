/** What a test takes for granted. @throws when it is not there */
export const present = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("the test expects something that is not there");
  return value;
};
