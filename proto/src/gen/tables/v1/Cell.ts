// Original file: tables/v1/tables.proto


/**
 * Nothing set means null.
 */
export interface Cell {
  /**
   * Times are RFC 3339 in UTC.
   */
  'text'?: (string) | undefined;
  'number'?: (number | string) | undefined;
  'flag'?: (boolean) | undefined;
  'value'?: "text"|"number"|"flag";
}

/**
 * Nothing set means null.
 */
export interface Cell__Output {
  /**
   * Times are RFC 3339 in UTC.
   */
  'text'?: (string);
  'number'?: (number);
  'flag'?: (boolean);
  'value'?: "text"|"number"|"flag";
}
