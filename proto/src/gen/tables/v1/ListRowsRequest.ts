// Original file: tables/v1/tables.proto


export interface ListRowsRequest {
  'table'?: (string) | undefined;
  /**
   * 1 to 200.
   */
  'limit'?: (number) | undefined;
  /**
   * Id of the last row of the page before; absent for the first page.
   */
  'after'?: (string) | undefined;
  '_after'?: "after";
}

export interface ListRowsRequest__Output {
  'table': (string);
  /**
   * 1 to 200.
   */
  'limit': (number);
  /**
   * Id of the last row of the page before; absent for the first page.
   */
  'after'?: (string);
  '_after'?: "after";
}
