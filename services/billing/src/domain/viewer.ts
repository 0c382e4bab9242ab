import type { Checkout } from "./checkout.ts";

/** Who looks at a checkout: the signed-in user, and the SHA-256 of what the browser's checkout cookie holds. */
export type Viewer = { userId?: string; secretHash?: string };

/** Whether this is who bought: by the session, or by the cookie of the browser in which it began. */
export const isBuyer = ({ userId, guest }: Checkout, viewer: Viewer): boolean =>
  (userId !== undefined && viewer.userId === userId) ||
  (!!guest && viewer.secretHash === guest.secretHash);
