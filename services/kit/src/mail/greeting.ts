/**
 * Returns the name if an email may show it, else an empty text. Mail programs make links of names such as
 * `prizes.example`, and anybody can register a name with the address of another person.
 */
export function linkFreeName(username: string): string {
  return username.includes(".") ? "" : username;
}

/**
 * Returns the first line of an email, without a name that mail programs could make a link of. `username` is undefined
 * for users who have chosen none.
 */
export function greetingTo(username: string | undefined): string {
  const name = linkFreeName(username ?? "");
  return name ? `Hello ${name},` : "Hello,";
}
