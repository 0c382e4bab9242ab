import { useState } from "react";
import { useSearchParams } from "react-router";

/** One of the values, kept in the address, so that it survives a reload and can be sent as a link. */
export function useAddressChoice<Value extends string>(name: string, values: readonly Value[]) {
  const [written, write] = useAddress(name);
  return [values.find((value) => value === written), write] as const;
}

/** A typed text, kept in the address without the spaces around it. */
export function useAddressText(name: string) {
  const [written, write] = useAddress(name);
  // The router updates the address in a transition, which a field cannot wait for.
  const [text, setText] = useState(written ?? "");
  const type = (typed: string) => {
    setText(typed);
    write(typed.trim());
  };
  return [text, type] as const;
}

/** A value that the address keeps; null without one. */
export function useAddress(name: string) {
  const [query, setQuery] = useSearchParams();
  const write = (value: string | undefined) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        if (value) after.set(name, value);
        else after.delete(name);
        return after;
      },
      { replace: true },
    );
  return [query.get(name), write] as const;
}
