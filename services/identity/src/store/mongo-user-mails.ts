import type { Logger } from "@orbline/kit/observability/logger";
import type { Mails } from "../use-cases/ports.ts";
import type { UserDocument, UserModel } from "./user-document.ts";

/** The fast path has it probably in hand until then. */
const sweepAgeMs = 5_000;
const sweepLimit = 100;

/**
 * Hands the mails that stand in an account's document over to the outbox. They were saved together with the change
 * that owes them; the outbox knows their ids, so that nothing is lost and nothing is sent for a second hand-over.
 */
export const mongoUserMails = ({
  model,
  mails,
  logger,
}: {
  model: UserModel;
  mails: Mails;
  logger: Logger;
}) => {
  const handOver = async (id: string): Promise<void> => {
    const document = await model.findById(id).lean<UserDocument>().exec();
    if (!document?.mails) return;
    for (const note of document.mails) await mails.post(note);
    // A newer version owes these too until its own hand-over.
    await model.updateOne(
      { _id: id, version: document.version },
      { $unset: { mails: 1, mailsAt: 1 } },
    );
  };
  return {
    /** Hands over soon; never waits and never throws: the sweep finds what failed. */
    notify: (id: string): void => {
      handOver(id).catch((error: unknown) => {
        logger.warn({ err: error, id }, "mails stay with their account for now");
      });
    },
    /** Hands over what a crash left behind. */
    sweep: async (minAgeMs = sweepAgeMs): Promise<void> => {
      const left = await model.collection
        .find({ mailsAt: { $lte: new Date(Date.now() - minAgeMs) } })
        .project<{ _id: string }>({ _id: 1 })
        .limit(sweepLimit)
        .toArray();
      for (const { _id } of left) await handOver(_id);
    },
  };
};
