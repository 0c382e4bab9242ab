import { composeServices } from "@orbline/engines/compose-file";
import { docker } from "./docker.ts";

/** Distinguishes substitutes from pulled images. */
export const substituteLabel = "orbline.substitute";

/** The ids of the images with this name; `own` leaves out those that were pulled. */
export function imageIds(image: string, { own }: { own: boolean }): Promise<string> {
  const filter = own ? ["--filter", `label=${substituteLabel}`] : [];
  return docker(["image", "ls", "--quiet", ...filter, image]);
}

/** Whether a substitute has the name of this engine's image. */
export async function isSubstituted(engine: "kafka" | "mongo" | "redis"): Promise<boolean> {
  return (await imageIds(composeServices()[engine]?.image ?? "", { own: true })) !== "";
}
