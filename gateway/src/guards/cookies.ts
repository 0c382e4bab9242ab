const pairs = (header: string) => header.split(";").map((pair) => pair.trim());

/** Value of the first cookie with exactly this name. */
export const cookieValue = (header: string | undefined, name: string): string | undefined => {
  if (header === undefined) return undefined;
  // Fast path: most browsers send only this cookie.
  if (header.startsWith(`${name}=`) && !header.includes(";")) return header.slice(name.length + 1);
  return pairs(header)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
};

/** The cookie of this name, with or without the `__Host-` prefix, as `name=value`. */
export const namedCookie = (header: string | undefined, name: string): string[] =>
  header
    ? pairs(header).filter(
        (pair) => pair.startsWith(`${name}=`) || pair.startsWith(`__Host-${name}=`),
      )
    : [];
