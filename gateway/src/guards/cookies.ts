/** The cookie of this name, with or without the `__Host-` prefix, as `name=value`. */
export function namedCookie(header: string | undefined, name: string): string[] {
  const pairs = header?.split(";").map((pair) => pair.trim()) ?? [];
  return pairs.filter((pair) => pair.startsWith(`${name}=`) || pair.startsWith(`__Host-${name}=`));
}
