/** The username of an account that a guest's purchase creates. Its user can choose another one. */
export function generatedUsername(userId: string): string {
  return `player-${userId.slice(-12)}`;
}

type Named = { id: string; username: string };

/** The username; undefined for the generated one of a guest's purchase, which its user has never seen. */
export function chosenUsername({ id, username }: Named): string | undefined {
  return username === generatedUsername(id) ? undefined : username;
}

/** What users know their account by, and sign in with: the chosen username, else the email address. */
export function accountName(user: Named & { email?: string | null | undefined }): string {
  return chosenUsername(user) ?? user.email ?? user.username;
}
