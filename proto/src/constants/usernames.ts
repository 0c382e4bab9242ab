/** The username of an account that a guest's purchase creates. Its user can choose another one. */
export function generatedUsername(userId: string): string {
  return `player-${userId.slice(-12)}`;
}
