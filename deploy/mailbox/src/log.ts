/** The little a mailbox needs of a logger; pino's fits. */
export type Log = {
  info: (fields: object, message: string) => void;
  error: (fields: object, message: string) => void;
};

/** Says nothing; for tests. */
export const silentLog: Log = { info: () => undefined, error: () => undefined };
