import { createContext, useContext } from "react";

/** What ties a control to the label, help and error around it. */
export type FieldControl = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

export const FieldContext = createContext<FieldControl | undefined>(undefined);

/** The attributes a control takes from the field around it, none outside of one. */
export const useFieldControl = (): Partial<FieldControl> => useContext(FieldContext) ?? {};
