// Original file: user_data/v1/user_data.proto


export interface ExportUserResponse {
  /**
   * A JSON object of lists; the caller joins the lists of all pages.
   */
  'json'?: (string) | undefined;
  /**
   * Empty on the last page.
   */
  'nextCursor'?: (string) | undefined;
}

export interface ExportUserResponse__Output {
  /**
   * A JSON object of lists; the caller joins the lists of all pages.
   */
  'json': (string);
  /**
   * Empty on the last page.
   */
  'nextCursor': (string);
}
