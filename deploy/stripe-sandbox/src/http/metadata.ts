type Metadata = Record<string, string>;

/** Metadata after an update: an empty value removes its key, null removes all. */
export const mergeMetadata = (current: Metadata, given: Metadata | null | undefined): Metadata => {
  if (given === undefined) return current;
  if (given === null) return {};
  return Object.fromEntries(
    Object.entries({ ...current, ...given }).filter(([, value]) => value !== ""),
  );
};
