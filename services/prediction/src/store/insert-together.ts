/** What the database answers to an insert of several documents that do not depend on each other. */
export type InsertAnswer = {
  writeErrors?: { index: number; code: number; errmsg?: string }[];
  writeConcernError?: { errmsg?: string };
};

type Waiting<Document> = {
  document: Document;
  resolve: (isNew: boolean) => void;
  reject: (error: unknown) => void;
};

/** Commands under way at a time: one that is held up holds up half of what follows. */
const mostCommands = 2;
/** Documents in one command: what 32 callers wait for fits, and none waits for a message of megabytes. */
const mostDocuments = 50;
const duplicateKey = 11_000;

const answerTo = <Document>(
  { resolve, reject }: Waiting<Document>,
  index: number,
  { writeErrors = [], writeConcernError }: InsertAnswer,
): void => {
  const refusal = writeErrors.find((error) => error.index === index);
  if (refusal?.code === duplicateKey) resolve(false);
  else if (refusal) reject(new Error(`not inserted: ${refusal.errmsg ?? refusal.code}`));
  else if (writeConcernError) reject(new Error(`not durable: ${writeConcernError.errmsg ?? ""}`));
  else resolve(true);
};

/**
 * Inserts that are asked for while others are under way go together in the next command, as a command costs more
 * than a document. Each resolves as it would alone: with true when it is durable, with false when a unique key is
 * taken. When a command fails, so do those that wait behind it: while the database is away, each would wait as long.
 */
export const insertTogether = <Document>({
  command,
}: {
  command: (documents: Document[]) => Promise<InsertAnswer>;
}) => {
  const waiting: Waiting<Document>[] = [];
  let underWay = 0;

  const send = async (batch: readonly Waiting<Document>[]): Promise<void> => {
    try {
      const answer = await command(batch.map(({ document }) => document));
      for (const [index, one] of batch.entries()) answerTo(one, index, answer);
    } catch (error) {
      for (const { reject } of [...batch, ...waiting.splice(0)]) reject(error);
    }
    underWay -= 1;
    sendNext();
  };

  const sendNext = (): void => {
    if (waiting.length === 0 || underWay >= mostCommands) return;
    underWay += 1;
    void send(waiting.splice(0, mostDocuments));
  };

  return (document: Document): Promise<boolean> =>
    new Promise((resolve, reject) => {
      waiting.push({ document, resolve, reject });
      sendNext();
    });
};
