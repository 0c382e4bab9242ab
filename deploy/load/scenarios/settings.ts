/** A setting of the run (`k6 run -e NAME=value`). @throws when a required setting is absent */
export const setting = (name: string, fallback?: string): string => {
  const value = __ENV[name] ?? fallback;
  if (value === undefined) throw new Error(`${name} must be set`);
  return value;
};
