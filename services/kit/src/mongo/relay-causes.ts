import { currentContext, type RequestContext, withContext } from "../observability/context.ts";

/** Remembers whose request changed an aggregate, `max` at most, so that its message belongs to that request. */
export const causesById = ({ max }: { max: number }) => {
  const contexts = new Map<string, RequestContext>();
  return {
    /** Notes that the current request changed this aggregate. */
    remember: (id: string): void => {
      const context = currentContext();
      if (context && contexts.size < max) contexts.set(id, context);
    },
    /** Runs the work in the context of the request that caused it, which is forgotten once that succeeds. */
    follow: async (id: string, work: () => Promise<void>): Promise<void> => {
      const context = contexts.get(id);
      await (context ? withContext(context, work) : work());
      if (contexts.get(id) === context) contexts.delete(id);
    },
  };
};
