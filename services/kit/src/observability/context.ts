import { AsyncLocalStorage } from "node:async_hooks";

/** Ids of a request in every layer and in its calls to other services. */
export type RequestContext = { requestId: string; traceparent?: string };

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` with this context for everything it calls. */
export const withContext = <T>(context: RequestContext, work: () => T): T =>
  storage.run(context, work);

/** The context of the current request or message; undefined outside of one. */
export const currentContext = (): RequestContext | undefined => storage.getStore();
