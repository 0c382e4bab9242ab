/** The files that name images which are pulled. */
export const filesWithImages = [
  "Dockerfile",
  "docker-compose.yml",
  "deploy/observability/compose.yml",
] as const;

/** An image that is pulled from a registry. The digest fixes its content: without one, the registry can replace it. */
export type PulledImage = { name: string; digest?: string | undefined };

/** The pulled images that a Dockerfile or a Compose file names, each once; those that it builds are not among them. */
export function pulledImages(text: string): PulledImage[] {
  const images = [...text.matchAll(reference)].map(([, , name = "", digest]) => ({ name, digest }));
  return [...new Map(images.map((image) => [image.name, image])).values()];
}

/** The text with these digests after the names of images. */
export function withDigests(text: string, digests: ReadonlyMap<string, string>): string {
  return text.replace(reference, (all: string, before: string, name: string) => {
    const digest = digests.get(name);
    return digest ? `${before}${name}@${digest}` : all;
  });
}

/** One line for each image whose digest differs from what the registry has under its tag now. */
export function changedImages(
  images: PulledImage[],
  digests: ReadonlyMap<string, string>,
): string[] {
  return images.flatMap(({ name, digest }) => {
    const served = digests.get(name);
    return digest && served !== digest ? [`${name}: pinned ${digest}, served ${served}`] : [];
  });
}

/** `FROM name:tag`, or `image: name:tag`, with or without a digest. Stages have no tag, and our images a variable. */
const reference =
  /^((?:FROM|[ ]+image:)[ ]+)([\w./-]+:[\w][\w.-]*)(?:@(sha256:[0-9a-f]{64}))?(?=\s|$)/gm;
