import type { Client } from "@orbline/demo/http-client";
import { logInAs } from "./people.ts";
import type { ProductInfo } from "./product-info.ts";
import type { Viewer } from "./screens/screen.ts";

/** A session for each kind of viewer; visitors have none. */
export type Viewers = Record<Exclude<Viewer, "visitor">, Client> & { visitor: undefined };

/** Signs the demo users in, one for each kind of viewer. */
export const logInViewers = async (product: ProductInfo): Promise<Viewers> => ({
  visitor: undefined,
  free: await logInAs(product, "free user"),
  subscriber: await logInAs(product, "subscriber"),
  admin: await logInAs(product, "admin"),
});
