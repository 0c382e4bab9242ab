import { AsyncLocalStorage } from "node:async_hooks";

/** What travels with a request through every layer and on to other services. */
export type RequestContext = { requestId: string; traceparent?: string };

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` with this context for everything it calls. */
export const withContext = <T>(context: RequestContext, work: () => T): T =>
  storage.run(context, work);

/** The context of the current request or message; undefined outside of one. */
export const currentContext = (): RequestContext | undefined => storage.getStore();
