/** Words of the signed-in home around the prediction machine. */
export const homeTexts = {
  welcome: (username: string) => `Welcome, ${username}`,
} as const;
