type Metadata = Record<string, string>;

/** Metadata after an update. An empty value removes its key; null removes all keys. */
export const mergeMetadata = (current: Metadata, update: Metadata | null | undefined): Metadata => {
  if (update === undefined) return current;
  if (update === null) return {};
  return Object.fromEntries(
    Object.entries({ ...current, ...update }).filter(([, value]) => value !== ""),
  );
};
