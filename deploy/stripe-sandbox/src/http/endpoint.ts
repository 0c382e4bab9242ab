import { z } from "zod";
import type { World } from "../state/world.ts";
import type { FormFields } from "./form.ts";
import { listOf, parseParams, text } from "./params.ts";

/** One API call. `prepare` validates the parameters, the returned `run` does the work. */
export type Endpoint = {
  method: "get" | "post" | "delete";
  path: string;
  prepare: (
    fields: FormFields,
    ids: { id: string; subId: string },
  ) => { expand: string[]; run: (world: World) => object };
};

type Params<S extends z.ZodRawShape> = z.output<z.ZodObject<S, z.core.$strict>>;
type Input<S extends z.ZodRawShape> = { id: string; subId: string; params: Params<S> };

/** Declares an API call. It rejects parameters outside `shape` and `expand` as unknown. */
export function endpoint<S extends z.ZodRawShape>(
  method: Endpoint["method"],
  path: string,
  shape: S,
  run: (world: World, input: Input<S>) => object,
): Endpoint {
  const schema = z.strictObject({ ...shape, expand: listOf(text(), 20).optional() });
  return {
    method,
    path,
    prepare: (fields, ids) => {
      const { expand = [], ...params } = parseParams(schema, fields) as { expand?: string[] };
      return { expand, run: (world) => run(world, { ...ids, params: params as Params<S> }) };
    },
  };
}
