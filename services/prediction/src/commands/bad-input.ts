/** Where in a results file something is wrong; `row` is the 0-based index of the data row. */
export type Place = {
  file: string;
  row?: number | "header" | undefined;
  column?: string | undefined;
};

const name = "BadInput";

const rowName = (row: number | "header"): string =>
  row === "header" ? "header (line 1)" : `row ${row} (line ${row + 2})`;

/** The error for input a person has to correct: one line that names file, row and column. */
export const badInput = (place: Place, problem: string): Error => {
  const { file, row, column } = place;
  const where = [
    file,
    ...(row === undefined ? [] : [rowName(row)]),
    ...(column === undefined ? [] : [`column ${column}`]),
  ];
  const error = new Error(`${where.join(", ")}: ${problem}`);
  error.name = name;
  return error;
};

/** Whether an error was made by `badInput`. */
export const isBadInput = (error: unknown): error is Error =>
  error instanceof Error && error.name === name;
