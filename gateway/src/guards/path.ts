import { AppError } from "@orbline/kit/errors";

const forbidden = /\.\.|\/\/|\\|\0|%(?:2e|2f|5c|00|25)/i;

/**
 * Returns the path of a request target without its query. Refuses encodings that two programs could read differently,
 * because the gateway would then check another path than the service serves.
 * @throws invalid when the target is not a plain absolute path
 */
export function checkedPath(target: string): string {
  const end = target.indexOf("?");
  const path = end === -1 ? target : target.slice(0, end);
  if (!path.startsWith("/") || forbidden.test(path) || (path.includes("%") && !isDecodable(path)))
    throw new AppError("invalid", "path.invalid", "The path of this request is not allowed.");
  return path;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
