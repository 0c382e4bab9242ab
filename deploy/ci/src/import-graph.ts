import { cruise, type ICruiseResult } from "dependency-cruiser";
import { cruiseOptions, forbiddenImports } from "./layer-rules.ts";

/** Top folders with code of ours. */
const codeFolders = ["proto", "gateway", "services", "web/src", "deploy"];

/** Reads every import below `baseDir` and applies the layer rules of the configuration to them. */
export async function readImportGraph(baseDir: string): Promise<ICruiseResult> {
  const { output } = await cruise(
    codeFolders,
    {
      ...cruiseOptions,
      baseDir,
      validate: true,
      ruleSet: { forbidden: forbiddenImports },
    },
    cruiseOptions.enhancedResolveOptions,
  );
  return output as ICruiseResult;
}
