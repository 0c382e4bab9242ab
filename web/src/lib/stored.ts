/** Calls back with each value that another tab stores under the key. Returns a function that stops it. */
export function onStored(key: string, changed: (value: string | null) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === key) changed(event.newValue);
  };
  globalThis.addEventListener("storage", listen);
  return () => globalThis.removeEventListener("storage", listen);
}
